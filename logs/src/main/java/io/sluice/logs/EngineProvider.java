package io.sluice.logs;

import java.util.Optional;

/**
 * Starts an engine by its name. Found with {@link java.util.ServiceLoader}, so that who does not
 * need an engine need not have it.
 */
public interface EngineProvider {
  /** As the user says it. */
  String name();

  /**
   * @param master the cluster to work on, for engines that have one
   * @throws IllegalArgumentException if there is a master and the engine has none
   */
  SqlEngine start(Optional<String> master);
}
