package io.sluice.cli;

import io.sluice.logs.PolicyFile;
import io.sluice.policy.SavedPolicy;
import picocli.CommandLine.Parameters;

/** The policy of commands on a saved policy. */
final class SavedPolicyArgument {
  @Parameters(
      index = "0",
      paramLabel = "policy.json",
      description = "A policy that learn wrote as JSON.")
  private String file;

  String file() {
    return file;
  }

  SavedPolicy read() {
    return PolicyFile.read(file)
        .orElseThrow(
            () ->
                new BadDataException(
                    file + ": needs a policy that learn wrote as .json, got something else"));
  }
}
