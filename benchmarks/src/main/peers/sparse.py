"""Plans for a finite horizon as scipy's users write them, to compare with.

Started by KernelBenchmark with a file of columns (int32), probabilities and rewards (float64), pair by pair, and states, actions,
successors and steps. Answers each line of its input with the nanoseconds of so many plans and the sum of their values:
"scipy 3" multiplies all pairs at once; "pymdptoolbox 3" does what that library's FiniteHorizon does: a product for each action, then the
highest and its index.
"""

import sys
import time

import numpy
from scipy.sparse import csr_matrix

path = sys.argv[1]
S, A, D, H = map(int, sys.argv[2:6])
with open(path, "rb") as file:
    column = numpy.fromfile(file, numpy.int32, S * A * D).reshape(S, A, D)
    p = numpy.fromfile(file, numpy.float64, S * A * D).reshape(S, A, D)
    reward = numpy.fromfile(file, numpy.float64, S * A).reshape(S, A)


def rows(column, p):
    """A matrix with D entries in each row."""
    count = column.size // D
    start = numpy.arange(0, (count + 1) * D, D, dtype=numpy.int32)
    return csr_matrix((p.ravel(), column.ravel(), start), shape=(count, S))


together = rows(column, p)
apart = [rows(column[:, a], p[:, a]) for a in range(A)]
reward_apart = [numpy.ascontiguousarray(reward[:, a]) for a in range(A)]


def scipy():
    v = numpy.zeros(S)
    chosen = numpy.empty((H, S), dtype=numpy.int64)
    for h in range(H - 1, -1, -1):
        q = reward + together.dot(v).reshape(S, A)
        chosen[h] = q.argmax(axis=1)
        v = q.max(axis=1)
    return v


def pymdptoolbox():
    v = numpy.zeros(S)
    chosen = numpy.empty((H, S), dtype=numpy.int64)
    for h in range(H - 1, -1, -1):
        q = numpy.empty((A, S))
        for a in range(A):
            q[a] = reward_apart[a] + apart[a].dot(v)
        chosen[h] = q.argmax(axis=0)
        v = q.max(axis=0)
    return v


print("ready", flush=True)
for line in sys.stdin:
    name, plans = line.split()
    plan = {"scipy": scipy, "pymdptoolbox": pymdptoolbox}[name]
    start = time.thread_time_ns()
    for _ in range(int(plans)):
        v = plan()
    took = time.thread_time_ns() - start
    print(took, repr(float(v.sum())), flush=True)
