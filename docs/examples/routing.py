"""Makes routing.csv, the log of the tutorial: requests routed between two language models. Simulated; the same seed gives the same file.

Long prompts are routed to the large model more often. No one logged with which probability. The large model solves more code questions, and costs 0.08.
An unsolved question comes back in the next turn, with a longer prompt. Some conversations are cut off by the end of the log.
"""

import csv
import math
import random

draw = random.Random(20261118)
customers = [(f"c{i:03d}", draw.gauss(0, 0.3)) for i in range(120)]

with open("routing.csv", "w", newline="") as file:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["conversation_id", "turn", "customer", "topic", "prompt_tokens", "urgency", "model", "score", "cut"])
    for conversation in range(3000):
        customer, mood = draw.choice(customers)
        topic = draw.choices(["billing", "code", "chat"], [0.4, 0.35, 0.25])[0]
        tokens = math.exp(draw.gauss(5, 0.6))
        urgency = draw.choice(["low", "high", ""])
        for turn in range(1, 4):
            large = draw.random() < 1 / (1 + math.exp(-(math.log(tokens) - 5.2) * 1.5))
            solved = -0.4 + mood + (1.6 * large - 1.0 if topic == "code" else 0.9 + 0.1 * large) - 0.25 * (math.log(tokens) - 5)
            done = draw.random() < 1 / (1 + math.exp(-solved))
            cut = not done and turn < 3 and draw.random() < 0.05
            score = round(done - 0.08 * large, 2)
            row = [conversation, turn, customer, topic, round(tokens), urgency, "large" if large else "small", score, "yes" if cut else "no"]
            out.writerow(row)
            if done or cut:
                break
            tokens *= math.exp(draw.gauss(0.4, 0.2))
