"""Back through the layers of a run: the share of its paths that takes each choice of a layer."""

from gridwalk.kernels._kernel import kernel
from gridwalk.kernels.frontier.simpath.layer import CHOICE, FROM, TO


@kernel
def go_back(weights, gains, before, flow, steps, first, last):
    """Add to ``before[s]`` what a path through state *s* is worth, and to ``flow`` the shares of the choices.

    ``gains`` has for every state after the layer what a path through it is worth there.
    """
    for i in range(first, last):
        gain = gains[steps[i, TO]]
        if gain > 0.0:
            s = steps[i, FROM]
            before[s] += gain
            flow[steps[i, CHOICE]] += weights[s] * gain
