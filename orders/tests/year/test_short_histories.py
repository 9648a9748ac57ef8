"""Short histories of the whole marketplace, in the search of Hypothesis: the acts are those of a year."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from marketplace.tests.proof import figure
from orders.tests.year import living
from orders.tests.year.checking import check
from orders.tests.year.history import ACTS, Step

CHANCE = st.integers(min_value=0, max_value=2**32)


class Marketplace(RuleBasedStateMachine):
    """Customers, providers, operators and Stripe, and the time that passes; looked at after each act."""

    new_world = None

    def __init__(self) -> None:
        super().__init__()
        self.around = type(self).new_world()
        self.world = self.around.__enter__()

    @initialize(first=CHANCE)
    def begin(self, first: int) -> None:
        for name in ("books", "pays"):
            self.act(name, first)

    @rule(name=st.sampled_from(sorted(ACTS)), number=CHANCE)
    def something(self, name: str, number: int) -> None:
        self.act(name, number)

    # What most of a year is made of is tried more often.
    @rule(name=st.sampled_from(["books", "pays", "moves_on", "waits", "delivers_webhooks"]), number=CHANCE)
    def something_usual(self, name: str, number: int) -> None:
        self.act(name, number)

    def act(self, name: str, number: int) -> None:
        assert living.ALL
        arguments = ACTS[name].plan(self.world, Random(number))
        if arguments is not None:
            self.world.carry_out(Step(name, arguments))

    @invariant()
    def all_that_must_hold_holds(self) -> None:
        check(self.world)

    def teardown(self) -> None:
        self.around.__exit__(None, None, None)


@pytest.mark.long
def test_whatever_happens_in_short_histories_all_holds(new_world) -> None:
    Marketplace.new_world = staticmethod(new_world)

    run_state_machine_as_test(
        Marketplace,
        settings=settings(
            max_examples=figure(5, 300),
            stateful_step_count=figure(20, 60),
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
