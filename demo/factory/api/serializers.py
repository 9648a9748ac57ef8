"""The request of the factory: JSON of a world; unknown fields are errors."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.models import SupportRequest
from demo.factory import specs
from demo.factory.card_payments import CARDS, CARDS_TO_SAVE
from marketplace.errors import Invalid
from marketplace.http.fields import FlagField, ParagraphsField, TextField, WallTimeField, WholeField
from marketplace.money import AmountField
from orders.models import ActorRole, OrderStatus, RecurringPattern, ServiceType
from orders.payouts.payout_accounts import clean_iban
from orders.prices.pricing import ADD_ONS, MOST_OF_AN_ADD_ON
from providers.models import Provider
from scheduling.weeks import MOST_WINDOWS

# The most of each kind in one call.
MOST = 20
DAYS_BACK, DAYS_AHEAD = -120, 27
GROUPS = ("all", "support", "operations", "finance")
UNKNOWN_FIELD = "unknown_field"
Status = Provider.Status


class SpecSerializer(serializers.Serializer[Any]):
    """Reads a part of a world into its dataclass."""

    spec: type

    def to_internal_value(self, data: Any) -> Any:
        """Return the part; 400 ``unknown_field`` at whatever it does not know."""
        unknown = set(data) - set(self.fields) if isinstance(data, Mapping) else ()
        if unknown:
            sentence = ErrorDetail("There is no such field.", code=UNKNOWN_FIELD)
            raise serializers.ValidationError({name: [sentence] for name in sorted(unknown)})
        return self.spec(**super().to_internal_value(data))


def _ref(**kwargs: Any) -> serializers.RegexField:
    return serializers.RegexField(r"^[A-Za-z][\w-]{0,39}\Z", **kwargs)


def _text(most: int, **kwargs: Any) -> TextField:
    kwargs.setdefault("required", False)
    kind = ParagraphsField if most >= 1000 else TextField
    return kind(max_length=most, allow_blank=True, **kwargs)


def _days(least: int = 0, most: int = DAYS_AHEAD, **kwargs: Any) -> WholeField:
    return WholeField(min_value=least, max_value=most, **kwargs)


def _many(part: type[SpecSerializer], most: int = MOST, **kwargs: Any) -> Any:
    return part(many=True, required=False, max_length=most, **kwargs)  # type: ignore[call-arg]  # many=True takes a list's options


class AddressSerializer(SpecSerializer):
    """An address."""

    spec = specs.AddressSpec

    label = _text(40)  # type: ignore[assignment]  # a field of this name, not the serializer's own label
    street = TextField(max_length=120, required=False)
    city = TextField(max_length=80, required=False)
    postalCode = TextField(max_length=4, source="postal_code", required=False)


class UserFactorySerializer(SpecSerializer):
    """An account."""

    spec = specs.UserSpec

    ref = _ref()
    firstName = TextField(max_length=80, source="first_name", required=False)
    lastName = _text(80, source="last_name")
    phone = _text(32)
    language = serializers.ChoiceField(sorted(dict(settings.LANGUAGES)), required=False)
    postalCode = TextField(max_length=4, source="postal_code", required=False)
    emailVerified = FlagField(source="email_verified", required=False)
    addresses = _many(AddressSerializer)
    cards = serializers.ListField(
        child=serializers.ChoiceField(CARDS_TO_SAVE), max_length=len(CARDS_TO_SAVE), required=False
    )
    operator = serializers.ChoiceField(GROUPS, required=False)
    secondFactor = FlagField(source="second_factor", required=False)
    signedIn = FlagField(source="signed_in", required=False)


class WeekdayField(serializers.Field[tuple[int, ...], Any, Any, Any]):
    """A weekday from 0, Sunday, to 6, or ``daily``."""

    default_error_messages = {"invalid": "A weekday is a number from 0 (Sunday) to 6, or “daily”."}

    def to_internal_value(self, data: Any) -> tuple[int, ...]:
        """Return the weekdays that are meant."""
        if data == "daily":
            return specs.EVERY_DAY
        if isinstance(data, bool) or not isinstance(data, int) or data not in specs.EVERY_DAY:
            self.fail("invalid")
        return (data,)


class HoursSerializer(SpecSerializer):
    """A window of the week."""

    spec = specs.HoursSpec

    weekday = WeekdayField(source="weekdays", required=False)
    slotMinutes = WholeField(source="slot_minutes", min_value=15, max_value=480, required=False)
    capacity = WholeField(min_value=1, max_value=50, required=False)

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]  # not generic when it runs
        """Add ``from``, which Python keeps for itself, and ``to``."""
        ends = {"from": WallTimeField(source="start", required=False)}
        return super().get_fields() | ends | {"to": WallTimeField(source="end", required=False)}


class DayOffSerializer(SpecSerializer):
    """Days off."""

    spec = specs.DayOffSpec

    firstDay = _days(0, 700, source="first_day")
    lastDay = _days(0, 700, source="last_day", required=False)
    note = _text(120)


class PauseSerializer(SpecSerializer):
    """A pause."""

    spec = specs.PauseSpec

    days = _days(1, 700, required=False)
    byOperator = FlagField(source="by_operator", required=False)


class ProviderFactorySerializer(SpecSerializer):
    """A provider."""

    spec = specs.ProviderSpec

    ref = _ref()
    user = _ref(required=False)
    businessName = TextField(max_length=120, source="business_name", required=False)
    bio = _text(1000)
    specialties = serializers.ListField(child=TextField(max_length=30), max_length=8, required=False)
    postalCodes = serializers.ListField(
        child=TextField(max_length=4), source="postal_codes", min_length=1, max_length=60, required=False
    )
    acceptsInstantly = FlagField(source="accepts_instantly", required=False)
    lateFeePercent = WholeField(source="late_fee_percent", min_value=0, max_value=100, required=False)
    hours = _many(HoursSerializer, MOST_WINDOWS)
    daysOff = _many(DayOffSerializer, source="days_off")
    pause = PauseSerializer(required=False)
    iban = TextField(required=False)
    payout = FlagField(required=False)
    application = serializers.ChoiceField(
        [Status.DRAFT, Status.SUBMITTED, Status.CHANGES, Status.REJECTED, Status.APPROVED], required=False
    )

    def validate_iban(self, value: str) -> str:
        """Return it without blanks, or refuse one that nobody can be paid to."""
        return clean_iban(value)


class PickupSerializer(SpecSerializer):
    """When an order is fetched."""

    spec = specs.PickupSpec

    days = _days(DAYS_BACK, required=False)
    time = WallTimeField(source="wall_time", required=False)


class MessageFactorySerializer(SpecSerializer):
    """A line of a conversation."""

    spec = specs.MessageSpec

    body = TextField(max_length=2000)

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]  # not generic when it runs
        """Add ``from``, which Python keeps for itself."""
        sides = [ActorRole.CUSTOMER, ActorRole.PROVIDER]
        return super().get_fields() | {"from": serializers.ChoiceField(sides, source="sender")}


class ReviewFactorySerializer(SpecSerializer):
    """A review."""

    spec = specs.ReviewSpec

    rating = WholeField(min_value=1, max_value=5, required=False)
    comment = _text(2000)
    reply = _text(2000)
    published = FlagField(required=False)


class HandBackFactorySerializer(SpecSerializer):
    """A hand-back."""

    spec = specs.HandBackSpec

    reason = TextField(max_length=300, required=False)
    agreed = FlagField(required=False)


class RefundFactorySerializer(SpecSerializer):
    """What an operator returns."""

    spec = specs.RefundSpec

    amount = AmountField(required=False)
    note = TextField(max_length=300, required=False)


class BookingSerializer(SpecSerializer):
    """What is booked, once or again and again."""

    ref = _ref()
    customer = _ref()
    provider = _ref()
    serviceType = serializers.ChoiceField(ServiceType.choices, source="service_type", required=False)
    weight = serializers.DecimalField(max_digits=6, decimal_places=3, required=False)
    pickupAddress = TextField(max_length=300, source="pickup_address", required=False)
    deliveryAddress = TextField(max_length=300, source="delivery_address", required=False)
    specialInstructions = _text(1000, source="special_instructions")


class OrderFactorySerializer(BookingSerializer):
    """An order."""

    spec = specs.OrderSpec

    addOns = serializers.DictField(
        child=WholeField(min_value=1, max_value=MOST_OF_AN_ADD_ON), source="add_ons", required=False
    )
    pickup = PickupSerializer(required=False)
    placedHoursAgo = WholeField(source="placed_hours_ago", min_value=0, max_value=24 * 120, required=False)
    status = serializers.ChoiceField(OrderStatus.choices, required=False)
    payment = serializers.ChoiceField([outcome.value for outcome in specs.PaymentOutcome], required=False)
    card = serializers.ChoiceField(list(CARDS), required=False)
    cancelledBy = serializers.ChoiceField(
        [ActorRole.CUSTOMER, ActorRole.PROVIDER, ActorRole.OPERATOR], source="cancelled_by", required=False
    )
    reason = TextField(max_length=120, required=False)
    handoverCodes = FlagField(source="handover_codes", required=False)
    handBack = HandBackFactorySerializer(source="hand_back", required=False)
    messages = _many(MessageFactorySerializer)
    review = ReviewFactorySerializer(required=False)
    refund = RefundFactorySerializer(required=False)

    def validate_addOns(self, value: dict[str, int]) -> dict[str, int]:
        """Refuse what is no add-on."""
        if unknown := set(value) - set(ADD_ONS):
            raise serializers.ValidationError(f"There is no such add-on: {min(unknown)}.")
        return value


class RecurringFactorySerializer(BookingSerializer):
    """A recurring booking."""

    spec = specs.RecurringSpec

    pattern = serializers.ChoiceField(RecurringPattern.choices, required=False)
    days = _days(1, required=False)
    dayOfWeek = _days(0, 6, source="day_of_week", required=False)
    dayOfMonth = _days(1, 28, source="day_of_month", required=False)
    time = WallTimeField(source="preferred_time", required=False)
    card = serializers.ChoiceField(CARDS_TO_SAVE, required=False)
    pausedDays = _days(1, 365, source="paused_days", required=False)


class FavouriteFactorySerializer(SpecSerializer):
    """A provider whom somebody keeps."""

    spec = specs.FavouriteSpec

    user = _ref()
    provider = _ref()


class SupportRequestFactorySerializer(SpecSerializer):
    """A request to support."""

    spec = specs.SupportRequestSpec

    ref = _ref()
    user = _ref()
    category = serializers.ChoiceField(SupportRequest.Category.choices)
    subject = TextField(max_length=120)
    message = TextField(max_length=2000)
    answer = _text(2000)


class WorldSerializer(SpecSerializer):
    """A world."""

    spec = specs.WorldSpec

    users = _many(UserFactorySerializer)
    providers = _many(ProviderFactorySerializer)
    orders = _many(OrderFactorySerializer)
    recurring = _many(RecurringFactorySerializer)
    favourites = _many(FavouriteFactorySerializer)
    supportRequests = _many(SupportRequestFactorySerializer, source="support_requests")


class WithdrawalSerializer(SpecSerializer):
    """Accounts, by their ids."""

    spec = specs.WithdrawalSpec

    users = serializers.ListField(child=serializers.UUIDField(), max_length=MOST)


def read_world(data: Any) -> specs.WorldSpec:
    """Return the validated world of a request; raises as :func:`_read` does."""
    world: specs.WorldSpec = _read(WorldSerializer(data=data))
    return world


def read_withdrawal(data: Any) -> specs.WithdrawalSpec:
    """Return whom to withdraw; raises as :func:`_read` does."""
    withdrawal: specs.WithdrawalSpec = _read(WithdrawalSerializer(data=data))
    return withdrawal


def _read(form: SpecSerializer) -> Any:
    """Return the validated data of a serializer.

    Raises ``Invalid`` (400), ``invalid`` or ``unknown_field``, with a sentence at each path, as in
    ``orders.0.pickup.days``.
    """
    if form.is_valid():
        return form.validated_data
    wrong = list(_sentences(form.errors))
    fields: dict[str, list[str]] = {}
    for path, sentence in wrong:
        fields.setdefault(path, []).append(str(sentence))
    is_unknown = any(sentence.code == UNKNOWN_FIELD for _, sentence in wrong)
    first = next(iter(fields))
    raise Invalid(
        f"{first}: {fields[first][0]}", code=UNKNOWN_FIELD if is_unknown else "invalid", fields=fields
    )


def _sentences(detail: Any, path: str = "") -> Iterator[tuple[str, ErrorDetail]]:
    """Yield every error with its path."""
    if isinstance(detail, Mapping):
        for name, part in detail.items():
            yield from _sentences(part, path if name == "non_field_errors" else f"{path}.{name}".strip("."))
    elif isinstance(detail, list):
        for number, part in enumerate(detail):
            yield from _sentences(part, path if isinstance(part, ErrorDetail) else f"{path}.{number}")
    else:
        yield path, detail
