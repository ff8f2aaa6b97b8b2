package io.sluice.duckdb;

import io.sluice.logs.SqlEngine;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Function;

/** DuckDB as an engine that has nothing but what every engine must have. */
final class OtherEngine {
  private OtherEngine() {}

  /**
   * @param otherwise what some methods do instead, by their names
   */
  static SqlEngine of(DuckDb engine, Map<String, Function<Object[], Object>> otherwise) {
    return (SqlEngine)
        Proxy.newProxyInstance(
            OtherEngine.class.getClassLoader(),
            new Class<?>[] {SqlEngine.class},
            (proxy, method, arguments) -> {
              Function<Object[], Object> own = otherwise.get(method.getName());
              if (own != null) {
                return own.apply(arguments);
              }
              if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
              }
              try {
                return method.invoke(engine, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
