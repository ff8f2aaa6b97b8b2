package io.sluice.report;

import io.sluice.fit.CertifiedResult;
import io.sluice.fit.JudgeUse;
import java.util.List;

/** Who judged the candidates of a certified choice, in words. */
public final class JudgeWords {
  private JudgeWords() {}

  /** All judges, in one or more sentences. */
  public static String of(CertifiedResult certificate) {
    List<JudgeUse> all = certificate.judges();
    String share = all.size() == 1 ? "" : ", with δ/%s each".formatted(all.size());
    List<String> used = all.stream().filter(JudgeUse::isUsed).map(JudgeUse::name).toList();
    StringBuilder words = new StringBuilder();
    words.append(
        used.isEmpty()
            ? "No judge may be used."
            : "Judged by %s%s.".formatted(String.join(" and ", used), share));
    certificate
        .judge()
        .filter(judge -> used.size() > 1)
        .ifPresent(judge -> words.append(" The bound comes from %s.".formatted(judge)));
    for (JudgeUse judge : all) {
      judge.reason().ifPresent(why -> words.append(" Not by %s: %s".formatted(judge.name(), why)));
    }
    return words.toString();
  }
}
