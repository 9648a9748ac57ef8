"""Of a sweep `make test` runs a third: in whatever order, on each worker the same cases."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import product

import pytest
from django.conf import settings

from marketplace.tests.selecting import is_in_the_sample

TESTS = """
import pytest

@pytest.mark.sweep
@pytest.mark.parametrize("case", range(12))
def test_a_sweep(case): pass

@pytest.mark.parametrize("case", range(4))
def test_no_sweep(case): pass

@pytest.mark.slow
def test_that_takes_a_minute(): pass

def test_by_itself(sampled):
    print("cases:", *sampled(range(12)), "then", *sampled(range(12), 1))
"""
SETTINGS = 'DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}\n'
# One of each three; those of another turn begin with another one.
SAMPLE, OF_ANOTHER_TURN = [0, 5, 7, 9], [2, 4, 6, 11]


@pytest.fixture
def said(tmp_path) -> Callable[..., str]:
    """Run these tests in an order by chance; return what pytest says."""
    files = {
        "test_these.py": TESTS,
        "plain_settings.py": SETTINGS,
        "pytest.ini": "[pytest]\nmarkers =\n  sweep\n  slow\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    path = os.pathsep.join([str(settings.BASE_DIR), *filter(None, [os.environ.get("PYTHONPATH")])])
    env = {"PYTHONPATH": path, "DJANGO_SETTINGS_MODULE": "plain_settings"}
    env |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    plugins = ["-p", "xdist", "-p", "pytest_randomly", "-p", "marketplace.tests.selecting"]

    def run(*options: str) -> str:
        return subprocess.run(  # noqa: S603 - our own tests
            [sys.executable, "-m", "pytest", *plugins, "-rpP", *options],
            cwd=tmp_path, env=os.environ | env, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    return run


def cases_of(test: str, said: str) -> list[int]:
    return sorted(int(case) for case in re.findall(rf"PASSED test_these.py::{test}\[(\d+)\]", said))


def listed(cases: list[int]) -> str:
    return " ".join(map(str, cases))


# pytest-xdist refuses to run what its workers have selected differently.
def test_a_third_of_a_sweep_is_run_in_any_order_and_by_any_worker(said) -> None:
    answer = said("--sample-sweeps", "-n2")

    assert cases_of("test_a_sweep", answer) == SAMPLE
    assert cases_of("test_no_sweep", answer) == [0, 1, 2, 3]
    assert "test_that_takes_a_minute" not in answer
    assert f"cases: {listed(SAMPLE)} then {listed(OF_ANOTHER_TURN)}\n" in answer


def test_all_of_it_is_run_where_no_sample_is_asked_for(said) -> None:
    answer = said()

    assert cases_of("test_a_sweep", answer) == [*range(12)]
    assert "PASSED test_these.py::test_that_takes_a_minute" in answer
    assert f"cases: {listed([*range(12)])} then {listed([*range(12)])}\n" in answer


def test_three_turns_take_every_case_once() -> None:
    for case in range(200):
        assert [is_in_the_sample(case, turn) for turn in range(3)].count(True) == 1


# As many values as the sweeps' parameters have.
@pytest.mark.parametrize("sizes", [(4, 3), (5, 3), (6, 4), (8, 3), (2, 4, 4), (4, 2, 2), (8, 3, 4)], ids=str)
def test_each_value_of_several_parameters_is_in_the_sample(sizes) -> None:
    cases = enumerate(product(*(range(size) for size in sizes)))
    taken = [values for position, values in cases if is_in_the_sample(position)]

    assert [len({*values}) for values in zip(*taken, strict=True)] == [*sizes]
