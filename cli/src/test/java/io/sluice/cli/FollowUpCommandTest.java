package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compare}, and {@code --by}, {@code --over} and {@code --sensitivity} of evaluate. */
class FollowUpCommandTest {
  @TempDir Path folder;
  private String log;

  /** The rarer action pays on phones; two steps, the second like the first. */
  @BeforeEach
  void write() throws IOException {
    StringBuilder rows =
        new StringBuilder("episode,step,state,action,reward,propensity,device,page,day\n");
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 600; i++) {
      for (int h = 1; h <= 2; h++) {
        boolean rare = random.nextDouble() < 0.25;
        boolean phone = i % 2 == 0;
        boolean pays = random.nextDouble() < (rare && phone ? 0.9 : 0.3);
        rows.append("e%d,%d,home,%s,%d,".formatted(i, h, rare ? "y" : "x", pays ? 1 : 0));
        rows.append("%s,%s,".formatted(rare ? 0.25 : 0.75, phone ? "phone" : "desktop"));
        rows.append("p%d,2024-01-%02d\n".formatted((i + h) % 3, 1 + i / 2 % 28));
      }
    }
    Path file = folder.resolve("log.csv");
    Files.writeString(file, rows);
    log = file.toString();
  }

  private static String out(String... args) {
    Run run = Run.of(args);
    assertThat(run.exit()).as(run.err()).isEqualTo(Main.DONE);
    return run.out();
  }

  @Test
  void comparesPoliciesByName() throws IOException {
    Path page = folder.resolve("compare.html");
    String text =
        out(
            "compare",
            log,
            "--policy",
            "A=always:y",
            "--policy",
            "mix:0.5:always:y",
            "--report",
            page.toString());
    assertThat(text)
        .contains("all at once: ±")
        .contains("total: cannot be ruled out as best: A\n")
        .contains("A beats mix:0.5:always:y by ");
    assertThat(Files.readString(page))
        .contains("In total, A is the best.")
        .contains("step-1-pairs");
  }

  @Test
  void comparesPoliciesOnFeatures() {
    String text =
        out(
            "compare",
            log,
            "--features",
            "device,page",
            "--policy",
            "A=always:y",
            "--policy",
            "B=sql:CASE WHEN device = 'phone' THEN 'y' ELSE 'x' END",
            "--policy",
            "uniform");
    assertThat(text)
        .startsWith("600 episodes, 2 steps, 2 actions; logged policy: ")
        .contains("total: cannot be ruled out as best: ")
        .contains("B beats uniform by ");
    Run pipe = Run.of("compare", "-", "--features", "device", "--policy", "uniform");
    assertThat(pipe.exit()).isEqualTo(Main.USAGE);
    assertThat(pipe.err()).contains("--features: needs files to compare policies on");
  }

  /** The same numbers as for a single policy, with wider intervals. */
  @Test
  void comparesWithinSegments() throws IOException {
    String single = out("evaluate", log, "--policy", "always:y", "--by", "device");
    String phone = single.lines().filter(l -> l.contains("phone ")).findFirst().orElseThrow();
    for (List<String> more : List.of(List.<String>of(), List.of("--features", "state,page"))) {
      Path page = folder.resolve("compare-by.html");
      List<String> all = new ArrayList<>(List.of("compare", log, "--by", "device"));
      all.addAll(List.of("--policy", "A=always:y", "--policy", "uniform"));
      all.addAll(List.of("--report", page.toString()));
      all.addAll(more);
      String text = out(all.toArray(String[]::new));
      assertThat(text).contains("\nA, by device\n").contains("\nuniform, by device\n");
      assertThat(text).contains("Total: the same in all segments? p below 0.0001, so no");
      if (more.isEmpty()) {
        String estimate = phone.substring(0, phone.indexOf('['));
        assertThat(text).contains(estimate).doesNotContain(phone);
      }
      assertThat(Files.readString(page))
          .contains("segments-2-total")
          .contains("uniform, by device");
    }
    Run counts =
        Run.of("compare", "--counts", "x.parquet", "--policy", "uniform", "--by", "device");
    assertThat(counts.exit()).isEqualTo(Main.USAGE);
    assertThat(counts.err()).contains("--by: needs a LOG, because counts have no rows");
  }

  @Test
  void plansAnExperimentWithinACost() throws IOException {
    Path policy = folder.resolve("experiment.json");
    String text =
        out(
            "plan",
            log,
            "--policy",
            "always:x",
            "--width",
            "0.05",
            "--cost",
            "0.01",
            "--out",
            policy.toString());
    assertThat(text)
        .contains("meanwhile the mean return changes by about ")
        .contains("after that the interval would be about [");
    assertThat(Files.readString(policy)).contains("\"learner\": \"plan\"");
    assertThat(out("explain", policy.toString())).isNotEmpty();
    assertThat(out("evaluate", log, "--policy", policy.toString())).contains("total");
    Run below = Run.of("plan", log, "--policy", "uniform", "--width", "1", "--cost", "-1");
    assertThat(below.exit()).isEqualTo(Main.USAGE);
    assertThat(below.err()).contains("--cost: must be a number of at least 0, got -1.0");
  }

  @Test
  void aNameIsAnIdentifierBeforeTheFirstEqualsSign() {
    assertThat(CompareCommand.named(List.of("A=a=b.csv", "./x=1.csv", "uniform")).toString())
        .isEqualTo("{A=a=b.csv, ./x=1.csv=./x=1.csv, uniform=uniform}");
    assertThatThrownBy(() -> CompareCommand.named(List.of("A=x", "A=y")))
        .hasMessageContaining("got \"A\" twice");
    assertThatThrownBy(() -> CompareCommand.named(List.of("logged=x")))
        .hasMessageContaining("is the logged policy");
  }

  @Test
  void comparesByEfficientOrRobustOnly() {
    Run run = Run.of("compare", log, "--policy", "uniform", "--interval", "sharp");
    assertThat(run.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(run.err()).contains("--interval: needs efficient or robust");
  }

  @Test
  void judgesWithinSegmentsOfEpisodes() throws IOException {
    Path page = folder.resolve("by.html");
    String text =
        out("evaluate", log, "--policy", "always:y", "--by", "device", "--report", page.toString());
    assertThat(text).contains("by device\n").contains("phone").contains("300 episodes");
    assertThat(text).contains("the same in all segments? p below 0.0001, so no");
    assertThat(Files.readString(page)).contains("segments-total").contains("By device");
  }

  @Test
  void judgesWithinSegmentsOfDecisions() {
    assertThat(out("evaluate", log, "--policy", "always:y", "--by", "page"))
        .contains("200 decisions")
        .contains("page changes within episodes: segments are of decisions");
  }

  @Test
  void judgesOverTime() throws IOException {
    Path page = folder.resolve("over.html");
    assertThat(
            out(
                "evaluate",
                log,
                "--policy",
                "always:y",
                "--over",
                "day",
                "--report",
                page.toString()))
        .contains("over day\n")
        .contains("2024-01-01 to ")
        .contains("no trend over time? p = ")
        .contains("Total by robust after day = 2024-01-28: +")
        .contains("holds at every look from day = 2024-01-");
    assertThat(Files.readString(page)).contains("The total, whenever you look");
    assertThat(
            out(
                "evaluate",
                log,
                "--policy",
                "always:y",
                "--over",
                "day",
                "--columns",
                "cluster=device"))
        .contains("No interval for repeated looks: episodes come in clusters");
  }

  @Test
  void saysWhatWouldOverturnAVerdict() {
    assertThat(out("evaluate", log, "--policy", "always:y", "--sensitivity"))
        .contains("unless a factor not in the log changes the odds of the action ")
        .containsPattern(
            "Total: about \\d+ episodes \\(.*%\\) would have to be dropped, the most influential first")
        .contains("with weights of rows cut at 2, robust estimates ")
        .contains("bounds under hidden confounding are not needed");
    assertThat(
            out("evaluate", log, "--behavior", "estimate", "--policy", "always:y", "--sensitivity"))
        .doesNotContain("are not needed");
  }

  @Test
  void saysWhatWouldOverturnAVerdictOnFeatures() throws IOException {
    Path page = folder.resolve("fragile.html");
    String[] plain = {"evaluate", log, "--features", "device", "--policy", "always:y"};
    assertThat(out(more(plain, "--sensitivity", "--report", page.toString())))
        .startsWith(out(plain) + "\nwhat would overturn the verdicts\n")
        .contains("unless a factor not in the log changes the odds of the action ")
        .contains("would have to be dropped, the most influential first")
        .contains("with weights of rows cut at 2, robust estimates ")
        .contains("bounds under hidden confounding are not needed");
    assertThat(Files.readString(page)).contains("What would overturn");
    assertThat(out(more(plain, "--behavior", "estimate", "--sensitivity")))
        .doesNotContain("are not needed");
  }

  /** Of three actions, the probability of the one that was taken says nothing of the others. */
  @Test
  void saysWhyBoundsMayBeNeeded() throws IOException {
    String three = Files.readString(Path.of(log)).replace(",x,0,", ",z,0,");
    String file = Files.writeString(folder.resolve("three.csv"), three).toString();
    assertThat(
            out("evaluate", file, "--features", "device", "--policy", "always:y", "--sensitivity"))
        .contains(
            "whether actions were drawn with the logged probabilities cannot be tested (only the probability of the chosen action is known): if they were, bounds under hidden confounding are not needed");
  }

  @Test
  void oneValueThatIsPooledIsOne() throws IOException {
    String rare = Files.readString(Path.of(log)).replaceAll("(e1?[0-9],.*),phone", "$1,watch");
    String file = Files.writeString(folder.resolve("rare.csv"), rare).toString();
    assertThat(out("evaluate", file, "--policy", "always:y", "--by", "device"))
        .contains(
            "device: 1 value with fewer than 50 episodes, or beyond the 20 most frequent, is pooled in \"other\"");
  }

  /** Segments are read beside the rows: what is said without them stays the same. */
  @Test
  void judgesWithinSegmentsOnFeatures() throws IOException {
    String[] plain = {"evaluate", log, "--features", "page", "--policy", "always:y"};
    Path page = folder.resolve("features.html");
    String text = out(more(plain, "--by", "device", "--report", page.toString()));
    assertThat(text)
        .startsWith(out(plain) + "\nby device\n")
        .contains("300 episodes")
        .contains("Total: the same in all segments? p below 0.0001, so no");
    assertThat(Files.readString(page)).contains("segments-total").contains("By device");
    assertThat(out(more(plain, "--by", "state,page")))
        .contains("home|p0")
        .contains("200 decisions");
    assertThat(out(more(plain, "--over", "day", "--columns", "cluster=")))
        .contains("no trend over time? p = ")
        .contains("The interval holds at every look from day = 2024-01-");
    Run estimated = Run.of(more(plain, "--by", "device", "--behavior", "estimate"));
    assertThat(estimated.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(estimated.err()).contains("--by: needs propensities on feature columns");
    Run after = Run.of(more(plain, "--by", "reward"));
    assertThat(after.err()).contains("known before the decision, got the reward");
  }

  /** Rows without episodes are put in order by what they say, which segments are no part of. */
  @Test
  void segmentsOfRowsDoNotChangeTheirOrder() throws IOException {
    StringBuilder rows = new StringBuilder("x,action,reward,propensity,segment\n");
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 400; i++) {
      rows.append("%d,%s,".formatted(random.nextInt(3), random.nextBoolean() ? "y" : "x"));
      rows.append("%d,0.5,%d\n".formatted(random.nextInt(2), i % 2));
    }
    Path file = Files.writeString(folder.resolve("rows.csv"), rows);
    String[] plain = {"evaluate", file.toString(), "--features", "x", "--policy", "always:y"};
    String text = out(more(plain, "--by", "segment"));
    assertThat(text).startsWith(out(plain)).contains("200 episodes");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    Collections.reverse(lines.subList(1, lines.size()));
    Files.write(file, lines);
    assertThat(out(more(plain, "--by", "segment"))).isEqualTo(text);
  }

  private static String[] more(String[] args, String... others) {
    return Stream.concat(Arrays.stream(args), Arrays.stream(others)).toArray(String[]::new);
  }

  @Test
  void refusesWhatCannotBe() {
    Run both = Run.of("evaluate", log, "--policy", "uniform", "--by", "device", "--over", "day");
    assertThat(both.exit()).isEqualTo(Main.USAGE);
    assertThat(both.err()).contains("--over: cannot go together with --by");
    Run after = Run.of("evaluate", log, "--policy", "uniform", "--by", "reward");
    assertThat(after.exit()).isEqualTo(Main.BAD_DATA);
    assertThat(after.err()).contains("known before the decision, got the reward");
    Run unknown = Run.of("evaluate", log, "--policy", "uniform", "--by", "color");
    assertThat(unknown.err()).contains("--by color: needs a column of the log, which has episode");
  }
}
