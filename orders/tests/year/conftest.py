"""Fixtures: a world, the ways to make one, and a world whose methods are the acts of histories."""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from functools import partial
from typing import Any

import pytest
import requests
from celery import current_app
from django.db import connection

from conftest import WEDNESDAY
from demo.stripe_standin.app import Standin
from demo.stripe_standin.settings import StandinSettings
from marketplace.tests.frozen_time import TimeMachine
from orders.payments import gateway
from orders.tests.year import living
from orders.tests.year.checking import check
from orders.tests.year.history import Step
from orders.tests.year.transport import BASE_URL, StripeInProcess
from orders.tests.year.world import World, emptied, rolled_back

BEGINS = WEDNESDAY
Around = Callable[[TimeMachine, datetime], AbstractContextManager[None]]


@pytest.fixture(scope="session")
def _stripe_in_process(tmp_path_factory) -> Iterator[StripeInProcess]:
    standin = Standin(StandinSettings(data_dir=tmp_path_factory.mktemp("stripe"), faults=True))
    yield StripeInProcess(standin)
    standin.stop()


@pytest.fixture
def stripe_in_process(_stripe_in_process, settings, monkeypatch) -> StripeInProcess:
    """Return a reset stand-in that the product's calls reach without a socket."""
    stripe, find = _stripe_in_process, requests.Session.get_adapter
    stripe.reset()
    settings.STRIPE_SECRET_KEY = stripe.secret_key
    settings.STRIPE_PUBLISHABLE_KEY = stripe.publishable_key
    settings.STRIPE_WEBHOOK_SECRET = stripe.webhook_secret
    settings.STRIPE_CONNECT_WEBHOOK_SECRET = stripe.connect_webhook_secret
    settings.STRIPE_API_BASE = BASE_URL
    settings.PLATFORM_BANK_HOLDER, settings.PLATFORM_BANK_IBAN = "Suuber AG", "CH5604835012345678009"

    def adapter(session: requests.Session, url: str) -> Any:
        return stripe.adapter if url.startswith(BASE_URL) else find(session, url)

    monkeypatch.setattr(requests.Session, "get_adapter", adapter)
    # Without a fault a call is not repeated; with one the caller decides. A busy machine is no outage.
    settings.STRIPE_NETWORK_RETRIES = 0
    settings.REQUEST_WAITS_SECONDS = settings.STRIPE_TIMEOUT_SECONDS = 600.0
    return stripe


@pytest.fixture
def chance(monkeypatch) -> Callable[[int], None]:
    """Return a function that makes ids and tokens follow from a seed, so that a history is repeatable."""

    def begin(seed: int) -> None:
        chosen = random.Random(seed)
        monkeypatch.setattr(os, "urandom", chosen.randbytes)
        monkeypatch.setattr(random, "_urandom", chosen.randbytes)

    return begin


@pytest.fixture
def worlds(time_machine, stripe_in_process, monkeypatch, chance):
    """Return a way to make worlds between what begins a history and what ends it."""

    @contextmanager
    def make(around: Around, *, seed: int, begins: datetime, has_connections: bool) -> Iterator[World]:
        with around(time_machine, begins):
            if connection.in_atomic_block:
                monkeypatch.setattr(gateway, "in_transaction", _in_a_transaction_of_ours())
            chance(seed)
            stripe_in_process.reset()
            world = World(time_machine, stripe_in_process, has_connections)
            monkeypatch.setattr(current_app, "send_task", lambda name, **_: world.woken.add(name))
            world.populate()
            yield world

    return make


@pytest.fixture
def new_world(db, only_our_transactions, worlds):
    """Return a way to make worlds within the test's transaction, each rolled back at its end."""

    def make(*, seed: int = 0, begins: datetime = BEGINS) -> AbstractContextManager[World]:
        return worlds(rolled_back, seed=seed, begins=begins, has_connections=False)

    return make


@pytest.fixture
def new_committed_world(transactional_db, worlds):
    """Return a way to make worlds whose rows all connections see; the tables are emptied after each."""

    def make(*, seed: int = 0, begins: datetime = BEGINS) -> AbstractContextManager[World]:
        return worlds(emptied, seed=seed, begins=begins, has_connections=True)

    return make


def _in_a_transaction_of_ours() -> Callable[[], bool]:
    """Return what tells whether a transaction is open within those of the test and of the world."""
    around = len(connection.savepoint_ids)
    return lambda: len(connection.savepoint_ids) > around


class Year:
    """A world whose methods are the acts: each is carried out and looked at, as in a printed history."""

    def __init__(self, world: World) -> None:
        self.world = world

    def __getattr__(self, act: str) -> Callable[..., None]:
        return partial(self._do, act)

    def _do(self, act: str, **arguments: Any) -> None:
        self.world.carry_out(Step(act, arguments))
        check(self.world)


@pytest.fixture
def year(new_world) -> Iterator[Year]:
    """Return a world in which a printed history can be lived again."""
    assert living.ALL
    with new_world() as world:
        yield Year(world)


@pytest.fixture
def committed_year(new_committed_world) -> Iterator[Year]:
    """Return the same on real connections; the test is marked ``django_db(transaction=True)``."""
    assert living.ALL
    with new_committed_world() as world:
        yield Year(world)
