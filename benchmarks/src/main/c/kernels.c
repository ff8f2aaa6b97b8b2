/* The loops of vi and spvi in plain C over compressed sparse rows, to compare with. Built by KernelBenchmark:
 *   cc -O3 -ffp-contract=off -o kernels kernels.c -lm
 * Makes the same problem as KernelProblem.java, number for number, then answers each line of its input, "vi 3" or "spvi 3", with the
 * nanoseconds of so many plans and a sum of its values, by which both can be seen to have done the same work.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t seed;

static uint64_t next_random(void) { /* splitmix64 */
  uint64_t z = (seed += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

static int below(int bound) { return (int)((next_random() >> 33) % (uint64_t)bound); }

static double nanos(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* others may be using the core */
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static int S, A, D, H;
static int *start, *column, *chosen;
static double *p, *weight, *reward, *bonus;

static void *room(size_t count, size_t size) {
  void *r = calloc(count, size);
  if (!r) {
    fprintf(stderr, "kernels: no memory\n");
    exit(1);
  }
  return r;
}

static void make(int local, double log_pairs) {
  size_t pairs = (size_t)S * A, n = pairs * D;
  start = room(pairs + 1, sizeof(int));
  column = room(n, sizeof(int));
  chosen = room(S, sizeof(int));
  p = room(n, sizeof(double));
  weight = room(n, sizeof(double));
  reward = room(pairs, sizeof(double));
  bonus = room(pairs, sizeof(double));
  int *drawn = room(D, sizeof(int)), *seen = room(D, sizeof(int));
  int window = S < 100 ? S : 100;
  seed = 1;
  for (size_t i = 0; i < pairs; i++) {
    int x = (int)(i / A);
    for (int j = 0; j < D;) { /* different successors, rising */
      int y = local ? (x + below(window)) % S : below(S);
      int at = j;
      while (at > 0 && drawn[at - 1] > y) at--;
      if (at > 0 && drawn[at - 1] == y) continue;
      memmove(drawn + at + 1, drawn + at, (j - at) * sizeof(int));
      drawn[at] = y;
      j++;
    }
    long total = 0, rewards = 0;
    for (int j = 0; j < D; j++) {
      seen[j] = 1 + below(20);
      rewards += below(seen[j] + 1);
      total += seen[j];
    }
    for (int j = 0; j < D; j++) {
      column[i * D + j] = drawn[j];
      p[i * D + j] = (double)seen[j] / (double)total;
    }
    start[i] = (int)(i * D);
    reward[i] = (double)rewards / (double)total;
    bonus[i] = sqrt(log_pairs / (double)total);
  }
  start[pairs] = (int)n;
  double *row = room(S + 1, sizeof(double));
  for (int x = 0; x < S; x++) { /* |p - p_b| - p_b, the logged policy being uniform */
    int from = start[(size_t)x * A], to = start[(size_t)x * A + A];
    for (int k = from; k < to; k++) row[column[k]] += 1.0 / A * p[k];
    for (int k = from; k < to; k++) weight[k] = fabs(p[k] - row[column[k]]) - row[column[k]];
    for (int k = from; k < to; k++) row[column[k]] = 0;
  }
  free(row);
}

/* Local copies say that no store through another pointer changes them. */
#define LOCALS \
  const int *restrict st = start, *restrict col = column; \
  int *restrict won = chosen; \
  const double *restrict pr = p, *restrict w = weight, *restrict r = reward, *restrict bo = bonus; \
  const int n = S, m = A; \
  (void)w, (void)bo

static void vi_step(const double *restrict v, double *restrict out) {
  LOCALS;
  for (int x = 0; x < n; x++) {
    double best = -INFINITY;
    int winner = 0;
    for (int a = 0; a < m; a++) {
      int i = x * m + a;
      double sum = 0;
      for (int k = st[i]; k < st[i + 1]; k++) sum += pr[k] * v[col[k]];
      double q = r[i] + sum;
      if (q > best) {
        best = q;
        winner = a;
      }
    }
    out[x] = best;
    won[x] = winner;
  }
}

/* vg: V and the gap V_o - V_p side by side; lo: V_p, with which the gap gives V_o. Of sum |shift| gap, the part that all actions of a state
 * share is left out, as in Sweeps.java: it does not change which of them is best. */
static void spvi_step(double top, const double *restrict vg, const double *restrict lo, double *restrict vg_out,
                      double *restrict lo_out) {
  LOCALS;
  double points[m];
  for (int x = 0; x < n; x++) {
    double best = -INFINITY;
    int winner = 0;
    for (int a = 0; a < m; a++) {
      int i = x * m + a;
      double point = 0, s = 0;
      for (int k = st[i]; k < st[i + 1]; k++) {
        const double *at = vg + 2 * (size_t)col[k];
        point += pr[k] * at[0];
        s += w[k] * at[1];
      }
      points[a] = point;
      double score = r[i] + point - bo[i] - s;
      if (score > best) {
        best = score;
        winner = a;
      }
    }
    int i = x * m + winner;
    double sum = 0, gap = 0;
    for (int k = st[i]; k < st[i + 1]; k++) {
      sum += pr[k] * lo[col[k]];
      gap += pr[k] * vg[2 * (size_t)col[k] + 1];
    }
    double high = r[i] + sum + gap + bo[i];
    double low = r[i] + sum - bo[i];
    low = low < 0 ? 0 : low;
    low = low > top ? top : low;
    high = high > top ? top : high;
    double mid = r[i] + points[winner];
    mid = mid < low ? low : mid;
    mid = mid > high ? high : mid;
    lo_out[x] = low;
    vg_out[2 * (size_t)x] = mid;
    vg_out[2 * (size_t)x + 1] = high - low;
    won[x] = winner;
  }
}

int main(int argc, char **argv) {
  if (argc != 7) {
    fprintf(stderr, "usage: kernels states actions successors steps local(0|1) log\n");
    return 2;
  }
  S = atoi(argv[1]);
  A = atoi(argv[2]);
  D = atoi(argv[3]);
  H = atoi(argv[4]);
  make(atoi(argv[5]), strtod(argv[6], NULL));
  double *a = room(2 * (size_t)S + 2, sizeof(double)), *b = room(2 * (size_t)S + 2, sizeof(double));
  double *c = room(2 * (size_t)S + 2, sizeof(double)), *d = room(2 * (size_t)S + 2, sizeof(double)), *t;
  printf("ready\n");
  fflush(stdout);
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    int selective = line[0] == 's', plans = atoi(strchr(line, ' ') + 1);
    size_t bytes = (2 * (size_t)S + 2) * sizeof(double);
    double took = 0, sum = 0;
    for (int plan = 0; plan < plans; plan++) {
      memset(a, 0, bytes);
      memset(b, 0, bytes);
      memset(c, 0, bytes);
      memset(d, 0, bytes);
      double from = nanos();
      for (int h = H; h >= 1; h--) {
        if (selective) {
          spvi_step(H - h + 1, a, c, b, d);
          t = c, c = d, d = t;
        } else {
          vi_step(a, b);
        }
        t = a, a = b, b = t;
      }
      took += nanos() - from;
    }
    for (int x = 0; x < S; x++) {
      sum += selective ? a[2 * (size_t)x] + c[x] + a[2 * (size_t)x + 1] : a[x];
    }
    printf("%.0f %.17g\n", took, sum);
    fflush(stdout);
  }
  return 0;
}
