/* Plans for a finite horizon with Eigen's sparse matrices, to compare with: a product for each action, then the highest of each row and its
 * index, which is how AI-Toolbox plans. Started by KernelBenchmark, reads and answers as sparse.py does. Built with
 *   g++ -O3 -DNDEBUG -I/usr/include/eigen3 -o eigen eigen.cpp
 */
#include <Eigen/Sparse>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using Table = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor | Eigen::AutoAlign>;

static double nanos() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* others may be using the core */
  return t.tv_sec * 1e9 + t.tv_nsec;
}

template <typename T>
static std::vector<T> read(FILE *file, size_t count) {
  std::vector<T> values(count);
  if (fread(values.data(), sizeof(T), count, file) != count) {
    fprintf(stderr, "eigen: the file is too short\n");
    exit(1);
  }
  return values;
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: eigen file states actions successors steps\n");
    return 2;
  }
  int S = atoi(argv[2]), A = atoi(argv[3]), D = atoi(argv[4]), H = atoi(argv[5]);
  FILE *file = fopen(argv[1], "rb");
  if (!file) {
    fprintf(stderr, "eigen: cannot read %s\n", argv[1]);
    return 1;
  }
  std::vector<Rows> next(A, Rows(S, S));
  Table reward(S, A);
  {
    size_t n = (size_t)S * A * D;
    std::vector<int> column = read<int>(file, n);
    std::vector<double> p = read<double>(file, n), r = read<double>(file, (size_t)S * A);
    fclose(file);
    for (int a = 0; a < A; a++) {
      next[a].reserve(Eigen::VectorXi::Constant(S, D));
      for (int x = 0; x < S; x++) {
        size_t pair = (size_t)x * A + a;
        reward(x, a) = r[pair];
        for (int k = 0; k < D; k++) next[a].insert(x, column[pair * D + k]) = p[pair * D + k];
      }
      next[a].makeCompressed();
    }
  }
  std::vector<std::vector<size_t>> chosen(H, std::vector<size_t>(S));
  std::cout << "ready" << std::endl;
  std::string name;
  int plans;
  while (std::cin >> name >> plans) {
    double from = nanos(), sum = 0;
    for (int plan = 0; plan < plans; plan++) {
      Eigen::VectorXd v = Eigen::VectorXd::Zero(S);
      for (int h = H - 1; h >= 0; h--) {
        Table q = reward;
        for (int a = 0; a < A; a++) q.col(a).noalias() += next[a] * v;
        for (int x = 0; x < S; x++) v(x) = q.row(x).maxCoeff(&chosen[h][x]);
      }
      if (plan == plans - 1) sum = v.sum();
    }
    printf("%.0f %.17g\n", nanos() - from, sum);
    fflush(stdout);
  }
  return 0;
}
