"""A sample of the states of a layer: sums of weights, and which states stay, without bias.

A state stays with the chance ``min(1, score / threshold)``, its score then being the threshold, so that
the expectation of every score is what it was (Fearnhead and Clifford, "On-line inference for hidden Markov
models via particle filters", 2003).  Those below the threshold are drawn in their order, two at a time, by
the pivotal method (Deville and Tille 1998; "SSP" in Gerber, Chopin and Whiteley 2019): neighbours, which
have come from the same state, compete with each other, and the sum of all scores stays as it was.
Systematic sampling has the same expectation and a far larger variance: of pairs of children with equal
weights it takes all the first ones, or all the second ones.

Sums are made one after another, in both tiers alike.
"""

from gridwalk.allpaths.simpath.layer import FROM, FULL, LOOSE, TO
from gridwalk.runtime.chance import CERTAIN, draw
from gridwalk.runtime.kernel import kernel

ROUNDS = 64  # to find the threshold in: any is without bias, and the last ones change next to nothing


@kernel
def add_weights(before, after, steps, first, last):
    """Add to every state after the weights of the states before."""
    for i in range(first, last):
        after[steps[i, TO]] += before[steps[i, FROM]]


@kernel
def threshold(scores, number, found):
    """Find the score below which states have to be drawn, so that about *number* stay of more than that.

    ``scores[0]`` is left out.  The threshold is left in ``found[0]``.
    """
    total = 0.0
    for i in range(1, len(scores)):
        total += scores[i]
    limit = total / number
    for _ in range(ROUNDS):
        heavy = 0
        light = 0.0
        for i in range(1, len(scores)):
            if scores[i] >= limit:
                heavy += 1
            else:
                light += scores[i]
        if heavy >= number or light >= limit * (number - heavy):
            break
        limit = light / (number - heavy)
    found[0] = limit


@kernel
def thin(scores, limit, kept, new_scores, random):
    """Write the states that stay to *kept*, and their scores; return how many rows there are.

    Row 0 is state 0, the finished one.  The last state may stay with a score below the limit.
    """
    kept[0] = 0
    new_scores[0] = scores[0]
    count = 1
    carried = 0  # a light state not yet decided, and its score
    carry = 0.0
    for i in range(1, len(scores)):
        score = scores[i]
        if score >= limit:
            kept[count] = i
            new_scores[count] = score
            count += 1
        elif score > 0.0 and carried == 0:
            carried = i
            carry = score
        elif score > 0.0:
            both = carry + score
            chance = draw(random) / CERTAIN
            if both < limit:
                if chance * both >= carry:
                    carried = i
                carry = both
            else:
                kept[count] = i
                if chance * (2.0 * limit - both) < limit - score:
                    kept[count] = carried
                    carried = i
                new_scores[count] = limit
                count += 1
                carry = both - limit
                if carry <= 0.0:
                    carried = 0
    if carried > 0:
        kept[count] = carried
        new_scores[count] = carry
        count += 1
    return count


@kernel
def favour(keys, fields, powers, found, first, last):
    """Write to ``found[i]`` the factor of state *i*: by its ends of pieces, and by its full junctions."""
    word_of_slot, shift_of_slot, mask = fields
    for i in range(first, last):
        loose = 0
        full = 0
        for slot in range(len(word_of_slot)):
            code = (keys[i, word_of_slot[slot]] >> shift_of_slot[slot]) & mask[0]
            if code >= LOOSE:
                loose += 1
            elif code == FULL:
                full += 1
        found[i] = powers[0, loose] * powers[1, full]
