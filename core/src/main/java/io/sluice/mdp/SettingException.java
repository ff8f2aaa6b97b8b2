package io.sluice.mdp;

/**
 * A setting that cannot be meant, or that does not fit the log. The message begins with the name of
 * the setting, so that whoever takes settings from people can say it in their words.
 */
public final class SettingException extends IllegalArgumentException {
  /**
   * @param setting its name, such as {@code reward-range}
   * @param problem what is needed, and what was found
   */
  public SettingException(String setting, String problem) {
    super(setting + ": " + problem);
  }
}
