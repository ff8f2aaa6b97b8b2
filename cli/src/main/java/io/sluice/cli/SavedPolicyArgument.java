package io.sluice.cli;

import io.sluice.logs.PolicyFile;
import io.sluice.policy.SavedPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
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
                    "%s: needs a policy that learn wrote as .json, got %s"
                        .formatted(
                            file, Files.exists(Path.of(file)) ? "something else" : "no file")));
  }
}
