"""Random formulas with their automata by Spot, or, given ours on the standard input, a line for each that is not equivalent."""

import json
import sys

import spot


def formulas(count, nodes):
    """Formulas in full parentheses, each with automata in HOA (marks at edges, at states) and never claims in both dialects."""
    for formula in spot.randltl(["a", "b", "c", "d"], count, seed=11, tree_size=(1, nodes), simplify=0):
        edges = spot.translate(formula, "Buchi", "Low")
        states = spot.translate(formula, "Buchi", "SBAcc", "Low")
        texts = [edges.to_str("hoa"), states.to_str("hoa"), states.to_str("spin"), states.to_str("spin", "6")]
        yield [formula.to_str("spot", True), texts]


def differences(rows):
    for text, automata in rows:
        formula = spot.formula(text).translate("Low")
        for kind, hoa in automata:
            # What is complemented has to be small: of one plain automaton of 28 states that took two minutes, of the same one with 11 it takes nothing.
            if not spot.are_equivalent(spot.automaton(hoa).postprocess("small", "high"), formula):
                yield f"{kind} of {text}"


if sys.argv[1:]:
    json.dump(list(formulas(*map(int, sys.argv[1:]))), sys.stdout)
else:
    for line in differences(json.load(sys.stdin)):
        print(line)
