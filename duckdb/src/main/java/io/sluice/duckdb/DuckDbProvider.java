package io.sluice.duckdb;

import io.sluice.logs.EngineProvider;
import io.sluice.logs.SqlEngine;
import io.sluice.mdp.SettingException;
import java.util.Optional;

/** The engine on this machine, which is the one by default. */
public final class DuckDbProvider implements EngineProvider {
  public static final String NAME = "duckdb";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SqlEngine start(Optional<String> master) {
    if (master.isPresent()) {
      throw new SettingException(
          "master", "is for `engine` spark, got `engine` duckdb `master` " + master.get());
    }
    return DuckDb.start();
  }
}
