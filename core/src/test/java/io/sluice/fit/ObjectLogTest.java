package io.sluice.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.Halves;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Logs of objects that are in memory. */
class ObjectLogTest {
  private enum Page {
    BESTSELLERS,
    RELEVANT
  }

  private record Step(Object query, Object page, double bought, double probability) {
    Step(Object query, Object page, double bought) {
      this(query, page, bought, 0.5);
    }
  }

  private record Session(String user, List<Step> steps) {}

  private static Session session(Step... steps) {
    return new Session("nobody", List.of(steps));
  }

  private static ObjectLog<Session, Step> log(List<Session> sessions) {
    return Log.of(sessions, Session::steps, Step::query, Step::page, Step::bought);
  }

  private static final List<Session> THREE =
      List.of(
          session(new Step("shoes", Page.RELEVANT, 0), new Step("socks", Page.RELEVANT, 1)),
          session(new Step("shoes", Page.BESTSELLERS, 1)),
          session(new Step("socks", Page.RELEVANT, 0), new Step("shoes", Page.RELEVANT, 0)));

  @Test
  void threeSessionsByHand() {
    LogData data = log(THREE).data();
    assertThat(data.rows()).isEqualTo(5);
    assertThat(data.episodes()).isEqualTo(3);
    assertThat(data.states().names()).containsExactly("shoes", "socks");
    assertThat(data.actions().names()).containsExactly("BESTSELLERS", "RELEVANT");
    assertThat(data.shape().horizon()).isEqualTo(2);
    assertThat(data.meanReturn()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(data.observed()).containsExactly(0.0, 1.0);
    // shoes, RELEVANT at step 1 led to socks; shoes, BESTSELLERS ended the session
    assertThat(data.counts().count(data.counts().cell(1, 0, 1, 1))).isEqualTo(1);
    assertThat(data.counts().count(data.counts().cell(1, 0, 0, data.shape().end()))).isEqualTo(1);
  }

  @Test
  void labelsMayBeAnyObjectsWithTextsOfTheirOwn() {
    record Place(String city, int zone) {}
    List<Session> places =
        List.of(
            session(new Step(new Place("Oslo", 1), 7, 0), new Step(new Place("Rome", 2), 8, 1)));
    assertThat(log(places).data().states().names())
        .containsExactly("Place[city=Oslo, zone=1]", "Place[city=Rome, zone=2]");
    assertThat(log(places).data().actions().names()).containsExactly("7", "8");
    List<Session> twins = List.of(session(new Step(1, "a", 0), new Step(1L, "a", 0)));
    assertThatThrownBy(() -> log(twins).data())
        .isInstanceOf(BadLogException.class)
        .hasMessage(
            "episode 1, step 2: needs states with texts of their own, got two different ones that are both \"1\"");
  }

  @Test
  void whatCannotBeReadIsSaidWithItsPlace() {
    List<Session> bad =
        List.of(session(new Step("x", "a", 2, 0)), session(new Step("x", "a", Double.NaN, 1.5)));
    assertThatThrownBy(() -> log(bad).withPropensity(Step::probability).data())
        .isInstanceOf(BadLogException.class)
        .hasMessage(
            """
            episode 1, step 1: reward must lie in the reward range [0.0, 1.0], got 2.0 (declare what a reward can be)
            episode 1, step 1: propensity must lie in (0, 1], got 0.0
            episode 2, step 1: reward must lie in the reward range [0.0, 1.0], got NaN (declare what a reward can be)
            episode 2, step 1: propensity must lie in (0, 1], got 1.5""");
    assertThatThrownBy(() -> log(List.of(session())).data())
        .hasMessage("episode 1: needs at least one decision, got none");
    assertThatThrownBy(() -> log(List.of()).data())
        .hasMessage("log: needs at least one episode, got none");
    assertThatThrownBy(() -> log(List.of(session(new Step(null, "a", 0)))).data())
        .hasMessage("episode 1, step 1: needs a state, got null");
  }

  @Test
  void onlyTwentyErrorsAreShown() {
    List<Session> bad = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      bad.add(session(new Step("x", "a", -1)));
    }
    assertThatThrownBy(() -> log(bad).data())
        .hasMessageContaining("episode 20, step 1")
        .hasMessageNotContaining("episode 21, step 1")
        .hasMessageEndingWith("… and 10 more");
  }

  @Test
  void aRangeWithoutZeroIsWidenedWhereSessionsEndEarly() {
    List<Session> some =
        List.of(
            session(new Step("x", "a", 2)), session(new Step("x", "a", 3), new Step("x", "a", 2)));
    LogData data = log(some).withRewardRange(1, 3).data();
    assertThat(data.range()).isEqualTo(new RewardRange(0, 3));
    assertThat(data.notes()).hasSize(1);
    assertThat(data.meanReturn()).isCloseTo(3.5, within(1e-12));
    LogData whole = log(some.subList(0, 1)).withRewardRange(1, 3).data();
    assertThat(whole.range()).isEqualTo(new RewardRange(1, 3));
    assertThatThrownBy(() -> log(some).withRewardRange(1, 3).withReturnRange(-9, -1).data())
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("return-range: its upper end must be more than");
  }

  /** 400 sessions of two users each; a1 is better, logged with its probability. */
  private static List<Session> many() {
    SplittableRandom random = new SplittableRandom(5);
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      List<Step> steps = new ArrayList<>();
      for (int h = 0; h < 3; h++) {
        boolean first = random.nextDouble() < 0.3;
        double reward = random.nextDouble() < (first ? 0.7 : 0.3) ? 1 : 0;
        steps.add(
            new Step("s" + random.nextInt(2), first ? "a1" : "a0", reward, first ? 0.3 : 0.7));
      }
      sessions.add(new Session("user " + i / 2, steps));
    }
    return sessions;
  }

  @Test
  void aPolicyIsAFunctionOfNames() {
    Fit fit = Fit.of(log(many()).withPropensity(Step::probability));
    Judgment judged = fit.judge(state -> "a1");
    // 0.7·0.4 better at each of three steps
    assertThat(judged.total(IntervalKind.EFFICIENT).contains(3 * 0.7 * 0.4)).isTrue();
    assertThat(judged.step(2, IntervalKind.EFFICIENT).contains(0.7 * 0.4)).isTrue();
    assertThat(judged.verdict(2, IntervalKind.EFFICIENT).kind()).hasToString("better");
    assertThat(judged.value(IntervalKind.DR).contains(3 * 0.7)).isTrue();
    assertThatThrownBy(() -> fit.judge(state -> "a7"))
        .hasMessage("policy in state \"s0\": needs one of the actions a0, a1, got a7");
    assertThatThrownBy(() -> judged.step(2, IntervalKind.IPS))
        .hasMessage("interval ips: is for the value only, asked for step 2");
    assertThatThrownBy(() -> judged.step(4, IntervalKind.EFFICIENT))
        .hasMessageContaining("1 … 3, got 4");
  }

  @Test
  void theCertifiedPolicyIsTheBetterOne() {
    Fit fit = Fit.of(log(many()).withPropensity(Step::probability));
    LearningResult safe = fit.certify(0.05);
    assertThat(safe.certifiedGain()).isPositive();
    Policy policy = safe.policy();
    for (int h = 1; h <= 3; h++) {
      for (int x = 0; x < 2; x++) {
        assertThat(policy.probability(h, x, 1)).isEqualTo(1);
      }
    }
  }

  @Test
  void clustersStayTogether() {
    ObjectLog<Session, Step> users =
        log(many()).withPropensity(Step::probability).withCluster(Session::user);
    assertThat(users.data().clustered()).isTrue();
    Halves halves = Fit.of(users).halves();
    assertThat(halves.inputs().episodes() % 2).isZero();
    assertThat(halves.holdout().episodes()).isEqualTo(800 - halves.inputs().episodes());
    double byUser = Fit.of(users).judge(s -> "a1").value(IntervalKind.IPS).width();
    double bySession =
        Fit.of(log(many()).withPropensity(Step::probability))
            .judge(s -> "a1")
            .value(IntervalKind.IPS)
            .width();
    assertThat(byUser).isNotEqualTo(bySession).isCloseTo(bySession, within(0.2 * bySession));
  }

  @Test
  void theHalfOfASessionDependsOnItsPlaceAndTheSeed() {
    List<Session> sessions = many();
    Halves first = Fit.of(log(sessions)).halves();
    assertThat(Fit.of(log(sessions)).halves()).isEqualTo(first);
    assertThat(Fit.of(log(sessions).withSeed(2)).halves()).isNotEqualTo(first);
    long expected = 0;
    for (int i = 1; i <= sessions.size(); i++) {
      expected += EpisodeBlocks.fold(EpisodeBlocks.hash(1, String.valueOf(i))) == 0 ? 1 : 0;
    }
    assertThat(first.inputs().episodes()).isEqualTo(expected);
  }

  @Test
  void whatNeedsRowsSaysSoWhereOnlyCountsAreLeft() {
    LogData data = log(many()).data();
    Judgment judged = Fit.of(Log.ofCounts(data)).judge(s -> "a1");
    assertThat(judged.total(IntervalKind.EFFICIENT).width()).isPositive();
    assertThatThrownBy(() -> judged.total(IntervalKind.IPS))
        .isInstanceOf(BadLogException.class)
        .hasMessage("interval ips: needs rows, got only the counts of a log");
    assertThatThrownBy(() -> Fit.of(Log.ofCounts(data)).certify(0.05))
        .hasMessage("a holdout: needs rows, got only the counts of a log");
  }
}
