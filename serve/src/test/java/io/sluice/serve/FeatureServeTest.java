package io.sluice.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.duckdb.DuckDb;
import io.sluice.features.FeatureComparison.Group;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.features.FeatureSource;
import io.sluice.features.RidgeChoice;
import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.FeatureOptions;
import io.sluice.logs.FeatureReader;
import io.sluice.logs.LogOptions;
import io.sluice.logs.RowPolicy;
import io.sluice.logs.SegmentColumns;
import io.sluice.logs.SqlEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log with feature columns, judged live. */
class FeatureServeTest {
  @TempDir static Path folder;
  private static LocalServer server;
  private static Http http;

  @BeforeAll
  static void start() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder rows =
        new StringBuilder("episode,step,price,action,reward,propensity,p_a0,p_a1,shop\n");
    for (int i = 0; i < 120; i++) {
      for (int h = 1; h <= 2; h++) {
        int action = random.nextInt(2);
        rows.append(
            "%d,%d,%s,a%d,%s,0.5,0.25,0.75,shop%d\n"
                .formatted(i, h, random.nextDouble(), action, random.nextDouble() + action, i % 2));
      }
    }
    Path log = Files.writeString(folder.resolve("log.csv"), rows);
    server =
        LocalServer.startFeatures(
            new Prices(log),
            new EvaluationRequest(
                new PolicyChoice.Uniform(),
                1,
                List.of(IntervalKind.EFFICIENT),
                Settings.defaults()),
            Optional.empty());
    http = new Http(server);
  }

  private static final AtomicInteger READ = new AtomicInteger();

  private record Prices(Path log) implements FeatureProvider {
    @Override
    public SqlEngine engine() {
      return DuckDb.start();
    }

    @Override
    public FeatureSource open(SqlEngine engine, RowPolicy policy) {
      READ.incrementAndGet();
      return FeatureReader.open(engine, List.of(log.toString()), options(policy));
    }

    @Override
    public List<Group> groups(SqlEngine engine, Map<String, RowPolicy> policies) {
      READ.incrementAndGet();
      return FeatureReader.groups(
          engine, List.of(log.toString()), options(new RowPolicy.Uniform()), policies);
    }

    private static FeatureOptions options(RowPolicy policy) {
      LogOptions reading =
          new LogOptions(Map.of(), List.of(), Optional.empty(), Optional.empty(), false, 1);
      return new FeatureOptions(reading, List.of("price"), Optional.empty(), false, policy, 5)
          .by(Optional.of(new SegmentColumns(List.of("shop"), false)));
    }

    @Override
    public boolean sensitivity() {
      return true;
    }

    @Override
    public FeatureSettings settings(double delta) {
      return new FeatureSettings(delta, 1, BasisChoice.PLAIN, new RidgeChoice.Fixed(1, 1));
    }

    @Override
    public String command(String name, List<String> options) {
      return name + " " + String.join(" ", options);
    }
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static JsonNode asked(String policy) throws IOException {
    http.ended();
    String question = Http.question(policy).replace("\"selective\"", "\"efficient\",\"robust\"");
    Http.Answer answer = http.post("/evaluate", question);
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    return http.ended();
  }

  @Test
  void theFormKnowsTheColumns() throws IOException {
    JsonNode about = http.get("/about").json();
    assertThat(about.get("features")).hasSize(1);
    assertThat(about.get("states").asInt()).isZero();
    assertThat(about.get("actions")).hasSize(2);
    assertThat(about.get("intervals").toString()).doesNotContain("sharp");
  }

  @Test
  void columnsAndActionsAreJudged() throws IOException {
    for (String policy :
        List.of(
            "{\"kind\": \"columns\", \"prefix\": \"p_\"}",
            "{\"kind\": \"always\", \"action\": \"a1\"}",
            "{\"kind\": \"behavior\"}")) {
      assertThat(asked(policy).get("phase").asText()).isEqualTo("done");
    }
    assertThat(http.get("/report").body())
        .contains("1 feature")
        .contains("What scores are made from");
  }

  /** Every page has them, on tables too. */
  @Test
  void pagesHaveSegmentsAndWhatWouldOverturnVerdicts() throws IOException {
    String policy = "{\"kind\": \"always\", \"action\": \"a1\"}";
    assertThat(asked(policy).get("phase").asText()).isEqualTo("done");
    assertThat(http.get("/report").body())
        .contains("By shop")
        .contains("segments-total")
        .contains("What would overturn the verdicts?");
    SegmentColumns by = new SegmentColumns(List.of("state"), false);
    Path other = Files.createDirectory(folder.resolve("tables"));
    try (LocalServer tables = LocalServer.start(new Shop(other, Optional.of(by)), Shop.UNIFORM)) {
      Http shop = new Http(tables);
      shop.ended();
      assertThat(shop.post("/evaluate", Http.question(policy)).status()).isEqualTo(202);
      assertThat(shop.ended().get("phase").asText()).isEqualTo("done");
      assertThat(shop.get("/report").body())
          .contains("By state")
          .contains("What would overturn the verdicts?");
    }
  }

  /** On features and on tables. */
  @Test
  void severalPoliciesAreCompared() throws IOException {
    String always = "{\"policy\": {\"kind\": \"always\", \"action\": \"a1\"}, \"share\": 0.5}";
    String uniform = "{\"policy\": {\"kind\": \"uniform\"}, \"share\": 1}";
    String columns = "{\"policy\": {\"kind\": \"columns\", \"prefix\": \"p_\"}, \"share\": 1}";
    int before = READ.get();
    assertThat(compared(http, always, uniform, columns).get("phase").asText()).isEqualTo("done");
    assertThat(READ.get()).isEqualTo(before + 1);
    assertThat(http.get("/report").body())
        .contains("Which policies cannot be ruled out as best?")
        .contains("columns:p_, by shop")
        .contains("compare --policy mix:0.5:always:a1 --policy uniform --policy columns:p_");
    assertThat(compared(http, uniform, uniform).get("said").asText())
        .contains("needs different policies to compare, got uniform twice");
    Path other = Files.createDirectory(folder.resolve("compared"));
    try (LocalServer tables = LocalServer.start(new Shop(other), Shop.UNIFORM)) {
      Http shop = new Http(tables);
      assertThat(compared(shop, always, uniform).get("phase").asText()).isEqualTo("done");
      assertThat(shop.get("/report").body())
          .contains("Which policies cannot be ruled out as best?")
          .contains("compare --policy mix:0.5:always:a1 --policy uniform");
      assertThat(compared(shop, always, columns).get("said").asText())
          .contains("needs a log with `features` for columns");
    }
  }

  private static JsonNode compared(Http of, String... policies) throws IOException {
    of.ended();
    String question =
        Http.question("{\"kind\": \"uniform\"}")
            .replace("\"share\"", "\"compared\": [" + String.join(", ", policies) + "], \"share\"");
    Http.Answer answer = of.post("/evaluate", question);
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    return of.ended();
  }

  /** Policies without columns share what was read at the start, as those of one prefix do. */
  @Test
  void theLogIsReadOncePerPrefix() throws IOException {
    String columns = "{\"kind\": \"columns\", \"prefix\": \"p_\"}";
    assertThat(asked(columns).get("phase").asText()).isEqualTo("done");
    int before = READ.get();
    for (String policy :
        List.of(
            "{\"kind\": \"uniform\"}",
            "{\"kind\": \"always\", \"action\": \"a0\"}",
            columns,
            columns,
            "{\"kind\": \"behavior\"}")) {
      assertThat(asked(policy).get("phase").asText()).isEqualTo("done");
    }
    assertThat(READ.get()).isEqualTo(before);
    String last = http.get("/report").body();
    assertThat(asked(columns).get("phase").asText()).isEqualTo("done");
    assertThat(http.get("/report").body()).isNotEqualTo(last);
  }

  /** SQL would run; a prefix is a prefix and a file is not read. */
  @Test
  void noRequestRunsSqlOrNamesAFile() throws IOException {
    assertThat(http.post("/evaluate", Http.question("{\"kind\": \"sql\"}")).status())
        .isEqualTo(400);
    JsonNode prefix = asked("{\"kind\": \"columns\", \"prefix\": \"') OR 1=1 --\"}");
    assertThat(prefix.get("phase").asText()).isEqualTo("refused");
    assertThat(prefix.get("said").asText()).contains("needs columns");
    JsonNode action = asked("{\"kind\": \"always\", \"action\": \"sql:'a1'\"}");
    assertThat(action.get("said").asText()).contains("needs one of the actions a0, a1");
    JsonNode file = asked("{\"kind\": \"file\", \"name\": \"log.csv\", \"content\": \"x\"}");
    assertThat(file.get("said").asText()).contains("got a file");
  }

  @Test
  void anIntervalForTablesIsRefused() throws IOException {
    http.ended();
    http.post("/evaluate", Http.QUESTION.replace("selective", "standard"));
    assertThat(http.ended().get("phase").asText()).isEqualTo("refused");
  }
}
