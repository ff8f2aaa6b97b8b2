"""What the tutorial estimates, in the simulation that made its log: the effect of sending code questions to the large model and all others to the small one, on the score of a first request."""

import math
import random

draw = random.Random(20261119)


def share(x):
    return 1 / (1 + math.exp(-x))


def score(topic, tokens, mood, large):
    return share(-0.4 + mood + (1.6 * large - 1.0 if topic == "code" else 0.9 + 0.1 * large) - 0.25 * (math.log(tokens) - 5)) - 0.08 * large


total, n = 0.0, 300_000
for _ in range(n):
    mood = draw.gauss(0, 0.3)
    topic = draw.choices(["billing", "code", "chat"], [0.4, 0.35, 0.25])[0]
    tokens = math.exp(draw.gauss(5, 0.6))
    large = share((math.log(tokens) - 5.2) * 1.5)
    logged = large * score(topic, tokens, mood, 1) + (1 - large) * score(topic, tokens, mood, 0)
    total += score(topic, tokens, mood, int(topic == "code")) - logged
print(f"{total / n:.4f}")
