"""A town of a chosen size, inserted by SQL: people, slots, orders, money and notices.

Ids are derived from row numbers, so nothing is looked up while millions of rows are inserted. Columns that
are not named here get their model's default. The rows are consistent, as if made by the rules: past orders
are completed, paid, posted and notified.
"""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import connection, models

from accounts.models import Notification, User
from marketplace import clock
from marketplace.http.models import IdempotencyRecord
from marketplace.jobs.models import OutboxMessage
from orders.models import LedgerEntry, Order, OrderEvent, OrderLine, Payment, Reservation, StripeEvent
from providers import catalogue
from providers.horizon import horizon_days
from providers.models import Provider, Review, ServiceArea
from scheduling.models import SlotCoverage, TimeSlot, WeeklyWindow
from tools.bench import seed_history
from tools.bench.bulk import in_bulk, literal, uuid_of, write

HOURS = 8
DAYS_BACK, DAYS_AHEAD = 9, 12
# Orders are placed for the past and the next two days.
BOOKED_DAYS = DAYS_BACK + 2
PLACES_APART = 769
# Every fourth provider serves the centre of one city, the others are spread over the country.
IN_CITY = 4
CITY = ("8001", "8002", "8003")
STAGES = ["pending", "confirmed", "pickup", "washing", "delivery", "completed"]

FILLED: list[type[models.Model]] = [
    User,
    Provider,
    ServiceArea,
    WeeklyWindow,
    TimeSlot,
    SlotCoverage,
    Order,
    OrderLine,
    OrderEvent,
    Reservation,
    Payment,
    LedgerEntry,
    StripeEvent,
    Review,
    Notification,
    IdempotencyRecord,
    OutboxMessage,
    *seed_history.FILLED,
]


@dataclass(frozen=True)
class Size:
    """The number of rows; each provider has eight slots a day."""

    orders: int
    customers: int
    providers: int

    @property
    def slots(self) -> int:
        """The number of slots."""
        return self.providers * (DAYS_BACK + DAYS_AHEAD) * HOURS


def clear() -> None:
    """Truncate the tables, with all that refer to them."""
    tables = ", ".join(model._meta.db_table for model in FILLED)
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")


def build(size: Size, *, now: datetime) -> None:
    """Fill an empty database."""
    with in_bulk([model._meta.db_table for model in FILLED]):
        _fill(size, now)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    catalogue.touch()


def _fill(size: Size, now: datetime) -> None:
    moment = f"'{now.isoformat()}'::timestamptz"
    _people(size, moment)
    _time(size, now)
    _orders(size, moment)
    _money(moment)
    seed_history.returned(moment)
    seed_history.cards(size.customers, moment)
    seed_history.recurring(size.customers, size.providers, clock.local_date(now).isoformat(), moment)
    _traces(moment)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE town")


def _people(size: Size, moment: str) -> None:
    everybody = size.customers + size.providers
    write(
        User,
        f"FROM generate_series(0, {everybody - 1}) n",
        {
            "id": uuid_of("user", "n"),
            "email": "'person' || n || '@' || (ARRAY['a.example', 'b.example'])[n % 2 + 1]",
            "password": literal(make_password(None)),
            "first_name": "(ARRAY['Anna','Beat','Carla','Dario','Eva'])[n % 5 + 1] || n % 97",
            "last_name": "(ARRAY['Meier','Müller','Keller','Weber'])[n % 4 + 1] || n % 1009",
            "phone": "'+41 79 ' || lpad((n % 1000)::text, 3, '0') || ' ' || lpad((n / 1000)::text, 4, '0')",
            "date_joined": f"{moment} - n * interval '1 minute'",
        },
    )
    write(
        Provider,
        f"FROM generate_series(0, {size.providers - 1}) n",
        {
            "id": uuid_of("provider", "n"),
            "user_id": uuid_of("user", f"{size.customers} + n"),
            "status": "'approved'",
            "approved_at": moment,
            "business_name": "'Waschsalon ' || n",
            "created_at": f"{moment} - n * interval '1 hour'",
        },
    )
    write(
        ServiceArea,
        f"FROM generate_series(0, {size.providers - 1}) n, generate_series(0, 2) position "
        "JOIN (SELECT array_agg(code ORDER BY code) AS codes FROM providers_postalcode) known ON true",
        {
            "provider_id": uuid_of("provider", "n"),
            # Three consecutive codes, in the country as in the city.
            "postal_code": f"CASE WHEN n % {IN_CITY} = 0 THEN (ARRAY{list(CITY)})[position + 1]"
            f" ELSE codes[(n * {PLACES_APART} + position) % array_length(codes, 1) + 1] END",
            "position": "position",
        },
    )
    write(
        WeeklyWindow,
        f"FROM generate_series(0, {size.providers - 1}) n, generate_series(0, 6) weekday",
        {
            "provider_id": uuid_of("provider", "n"),
            "weekday": "weekday",
            "start_time": "'09:00'",
            "end_time": "'17:00'",
        },
    )


def _time(size: Size, now: datetime) -> None:
    """Write the slots; slot ``k`` belongs to provider ``k % providers``, in hour ``k / providers``."""
    today = clock.local_date(now).isoformat()
    begins = (
        f"('{today}'::date + (k / {size.providers} / {HOURS} - {DAYS_BACK})::int"
        f" + make_interval(hours => 9 + (k / {size.providers} % {HOURS})::int))"
    )
    write(
        TimeSlot,
        f"FROM (SELECT k, {begins} AS wall FROM generate_series(0, {size.slots - 1}) k) slot",
        {
            "id": uuid_of("slot", "k"),
            "provider_id": uuid_of("provider", f"k % {size.providers}"),
            "date": "wall::date",
            "start_time": "wall::time",
            "end_time": "(wall + interval '1 hour')::time",
            "starts_at": "wall AT TIME ZONE 'Europe/Zurich'",
            "ends_at": "(wall + interval '1 hour') AT TIME ZONE 'Europe/Zurich'",
            "capacity": "3",
            "booked": "0",
        },
    )
    write(
        SlotCoverage,
        f"FROM generate_series(0, {size.providers - 1}) n",
        {
            "provider_id": uuid_of("provider", "n"),
            "generated_until": f"'{horizon_days(now)[1].isoformat()}'",
            "pruned_before": f"'{now.isoformat()}'",
        },
    )


def _orders(size: Size, moment: str) -> None:
    """Write the orders, one in a slot, spread over the hours from the past to the day after tomorrow."""
    hours = BOOKED_DAYS * HOURS * size.providers
    with connection.cursor() as cursor:
        cursor.execute(
            f"""CREATE UNLOGGED TABLE town AS
            SELECT n, {uuid_of("order", "n")} AS id, slot.id AS slot_id, slot.provider_id,
                {uuid_of("user", f"n % {size.customers}")} AS customer_id, slot.starts_at AS pickup_at,
                least({moment}, slot.starts_at - (n % 48 + 2) * interval '1 hour') AS created_at,
                CASE WHEN n % 29 = 0 THEN 'cancelled' WHEN slot.starts_at < {moment} THEN
                    CASE WHEN n % 1999 = 0 THEN 'confirmed' ELSE 'completed' END
                    WHEN n % 499 = 0 THEN 'pending' ELSE 'confirmed' END AS status
            FROM generate_series(0, {size.orders - 1}) n
            JOIN scheduling_timeslot slot
                ON slot.id = {uuid_of("slot", f"(n::bigint * {hours} / {size.orders})")}"""
        )
    write(
        Order,
        "FROM town",
        {
            "id": "id",
            "customer_id": "customer_id",
            "provider_id": "provider_id",
            "status": "status",
            "payment_status": "CASE WHEN status = 'cancelled' THEN 'unpaid'"
            f" WHEN {seed_history.RETURNED} THEN 'refunded' ELSE 'paid' END",
            "refunded_amount": f"CASE WHEN {seed_history.RETURNED} THEN 27.50 ELSE 0 END",
            "service_type": "(ARRAY['standard','premium','ironing'])[n % 3 + 1]",
            "weight": "10.0",
            "service_amount": "25.00",
            "platform_fee": "2.50",
            "total_amount": "27.50",
            "pickup_address": "(ARRAY['Bahnhofstrasse','Seeweg','Langstrasse','Dorfstrasse'])[n % 4 + 1]"
            " || ' ' || n % 99991 || ', Zurich 8001'",
            "delivery_address": "'Hauptgasse ' || n % 991 || ', Bern 3011'",
            "pickup_at": "pickup_at",
            "late_fee_percent": "50",
            "accepts_instantly": "true",
            "created_at": "created_at",
            "cancel_reason": "CASE status WHEN 'cancelled' THEN 'payment_not_completed' ELSE '' END",
        },
    )
    write(
        OrderLine,
        "FROM town, (VALUES ('base', 25.00), ('platform_fee', 2.50)) AS line(kind, amount)",
        {"order_id": "id", "kind": "line.kind", "amount": "line.amount"},
    )
    _moves()
    write(
        Reservation,
        "FROM town",
        {
            "order_id": "id",
            "slot_id": "slot_id",
            "created_at": "created_at",
            "released_at": "CASE status WHEN 'cancelled' THEN created_at + interval '15 minutes' END",
        },
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE scheduling_timeslot SET booked = 1 FROM town"
            " WHERE scheduling_timeslot.id = town.slot_id AND town.status <> 'cancelled'"
        )


def _moves() -> None:
    """Write each order's events up to its status, the next day's ones an hour apart."""
    stages = ", ".join(f"({place}, '{stage}')" for place, stage in enumerate(STAGES))
    reached = f"array_position(ARRAY{STAGES}, town.status) - 1"
    write(
        OrderEvent,
        f"FROM town JOIN (VALUES {stages}) AS stage(place, name)"
        f" ON stage.place <= CASE status WHEN 'cancelled' THEN 0 ELSE {reached} END",
        {
            "order_id": "id",
            "from_status": f"CASE place WHEN 0 THEN '' ELSE (ARRAY{STAGES})[place] END",
            "to_status": "name",
            "actor_role": "'system'",
            "at": "created_at + place * interval '1 hour'",
        },
    )
    write(
        OrderEvent,
        "FROM town WHERE status = 'cancelled'",
        {
            "order_id": "id",
            "from_status": "'pending'",
            "to_status": "'cancelled'",
            "actor_role": "'system'",
            "at": "created_at + interval '15 minutes'",
        },
    )


def _money(moment: str) -> None:
    write(
        Payment,
        "FROM town",
        {
            "id": uuid_of("payment", "n"),
            "order_id": "id",
            "attempt": "1",
            "intent_id": "'pi_' || md5('payment' || n)",
            "amount": "27.50",
            "status": "CASE status WHEN 'cancelled' THEN 'canceled' ELSE 'succeeded' END",
            "created_at": "created_at",
            "settled_at": "created_at + interval '1 minute'",
        },
    )
    captured = "'captured:' || " + uuid_of("payment", "n")
    for posting, entries, at, only in (
        (captured, "('stripe', 27.50), ('customer', -27.50)", "created_at", "status <> 'cancelled'"),
        (
            "'completed:' || id",
            "('customer', 27.50), ('platform', -2.50), ('provider', -25.00)",
            "created_at + interval '5 hours'",
            "status = 'completed'",
        ),
        (
            "'refund:' || " + uuid_of("refund", "n"),
            "('stripe', -27.50), ('platform', 2.50), ('provider', 25.00)",
            "created_at + interval '2 days'",
            seed_history.RETURNED,
        ),
    ):
        write(
            LedgerEntry,
            f"FROM town, (VALUES {entries}) AS side(account, amount) WHERE {only}",
            {
                "posting": posting,
                "account": "side.account",
                "order_id": "id",
                "provider_id": "CASE side.account WHEN 'provider' THEN provider_id END",
                "amount": "side.amount",
                "posted_at": at,
            },
        )
    write(
        StripeEvent,
        "FROM town, (VALUES ('payment_intent.created'), ('payment_intent.succeeded')) AS told(type)",
        {
            "event_id": "'evt_' || md5(told.type || n)",
            "type": "told.type",
            "intent_id": "'pi_' || md5('payment' || n)",
            "received_at": "created_at",
            "processed_at": "created_at",
        },
    )
    write(
        Review,
        "FROM town WHERE status = 'completed' AND n % 3 = 0",
        {
            "id": uuid_of("review", "n"),
            "provider_id": "provider_id",
            "order_id": "id",
            "author_id": "customer_id",
            "rating": "4 + n % 2",
            "comment": "'Everything came back clean and folded.'",
            "created_at": f"least({moment}, created_at + interval '2 days')",
        },
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE providers_provider SET review_count = found.number, rating_sum = found.total FROM"
            " (SELECT provider_id, count(*) AS number, sum(rating) AS total FROM providers_review GROUP BY 1)"
            " AS found WHERE found.provider_id = id"
        )


def _traces(moment: str) -> None:
    """Write the notices, idempotency records and other rows beside each order."""
    write(
        Notification,
        "FROM town, (VALUES ('order_confirmed'), ('order_pickup'), ('order_completed')) AS told(kind)",
        {
            "id": "md5(told.kind || n)::uuid",
            "user_id": "customer_id",
            "kind": "told.kind",
            "title": "'Your order moved on'",
            "body": "'Order ' || right(id::text, 8) || ' moved on.'",
            "link": "'/tracking/' || id",
            "dedupe_key": "told.kind || id",
            "created_at": "created_at + interval '1 hour'",
            "read_at": "CASE WHEN n % 4 = 0 THEN NULL ELSE created_at + interval '2 hours' END",
        },
    )
    write(
        IdempotencyRecord,
        "FROM town",
        {
            "account_id": "customer_id",
            "key": uuid_of("key", "n") + "::text",
            "fingerprint": "md5('a' || n) || md5('b' || n)",
            "status": "201",
            "body": "jsonb_build_object('id', id, 'text', repeat('Bahnhofstrasse 1 ', 60))",
            "created_at": "created_at",
        },
    )
    write(
        OutboxMessage,
        f"FROM town WHERE created_at > {moment} - interval '7 days'",
        {
            "topic": "'email'",
            "payload": "jsonb_build_object('id', id)",
            "created_at": "created_at",
            "due_at": "created_at",
            "done_at": "created_at",
        },
    )
