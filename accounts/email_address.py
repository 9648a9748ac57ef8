"""The email address of an account: confirming it, and changing it.

An unconfirmed account works. A change is requested with the password and confirmed from the new mailbox.
The old address is told at once, with a link that reverts it for a week: whoever has taken an account over
can neither prevent nor use that link.
"""

from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import account_texts as texts
from accounts import (
    emailed_links,
    emails,
    first_proof,
    giving_back,
    limits,
    password_reset,
    reauthentication,
    support_requests,
)
from accounts.emailed_links import KINDS, LinkEnded, Purpose
from accounts.limits import Limit
from accounts.models import EmailChange, User
from accounts.notice_texts import Said
from accounts.reauthentication import Proof
from accounts.registering import email_taken, is_taken
from marketplace import figures, mailbox
from marketplace.errors import Forbidden, Invalid
from marketplace.events.live import publish_session_ended
from marketplace.http.throttling import Throttled
from marketplace.jobs import outbox

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

TOPIC = "email_change"
_CHANGES = Limit(3, timedelta(minutes=15))
_PRESSED_TWICE = timedelta(minutes=1)
# So many letters more go to a new address within a day, one to each account that has not asked for it yet: a
# stranger who uses up the others cannot keep its owner from changing to it.
_KEPT_FOR_FIRST = 6
# Reverting an address also undoes what was set up in the account this long before the change was requested.
_LATELY = timedelta(days=1)


class EnoughLinksSent(Throttled):
    """An address was sent as many confirmation links as it is within a day (429)."""

    def __init__(self, sentence: str, *, free_in: timedelta) -> None:
        super().__init__(sentence, headers={"Retry-After": str(max(1, ceil(free_in.total_seconds())))})


class OwnSessionRequired(Forbidden):
    """The link works in a session of its account alone, which has no password (403)."""

    code = "own_session_required"

    def __init__(self) -> None:
        super().__init__(_("Please sign in to your account on this device, then open the link again."))


def send_again(*, user: User, now: datetime) -> None:
    """Mail the confirmation link again, unless that was done a moment ago or the address is confirmed.

    Raises :class:`EnoughLinksSent` (429): nobody waits for a letter that does not come.
    """
    if user.email_verified_at is not None:
        return
    free_at = emailed_links.free_at(purpose=Purpose.VERIFY, email=user.email, now=now)
    if free_at is not None:
        sentence = _(
            "We have sent several links to this address within a day, and each of them works for three "
            "days. Please look in your spam folder, too, or sign in by email: that confirms the address."
        )
        raise EnoughLinksSent(sentence, free_in=free_at - now)
    emailed_links.mail(purpose=Purpose.VERIFY, email=user.email, now=now)


def verify(*, token: str, session_of: User | None, proof: Proof, now: datetime) -> User:
    """Mark the address as confirmed, however often the link is used; return the account.

    Whoever registered the address may not be the one who holds its mailbox. So the first time needs a session
    of the account (``session_of``) or its password; an account without one is the mailbox's alone from then
    on (:mod:`accounts.first_proof`). Raises :class:`~accounts.emailed_links.LinkEnded` and what
    :func:`accounts.reauthentication.check_owner` raises.
    """
    user = emailed_links.account_of(token=token, purpose=Purpose.VERIFY, now=now)
    if user.email_verified_at is not None:
        return user
    by_owner = user == session_of or user.has_usable_password()
    if by_owner:
        _check_owner(user=user, session_of=session_of, proof=proof, now=now)
    of_account = User.objects.filter(pk=user.pk, email=user.email, password=user.password)
    with transaction.atomic():
        if not of_account.update(email_verified_at=now):
            raise LinkEnded
        if by_owner:
            # Makes open pages reload the session, which carries ``emailVerified``.
            publish_session_ended(account_id=user.pk, now=now)
        else:
            first_proof.shut_out(user=user, had_password=False, now=now)
    return user


def _check_owner(*, user: User, session_of: User | None, proof: Proof, now: datetime) -> None:
    """Raise unless the link is used in a session of the account, or with its password.

    Raises :class:`OwnSessionRequired`, and what :func:`accounts.reauthentication.check_owner` raises of a
    password.
    """
    if user == session_of:
        return
    if not user.has_usable_password():
        raise OwnSessionRequired
    reauthentication.check_owner(user=user, proof=proof, now=now)


# --- Another address ----------------------------------------------------------------------------------------


def waiting(*, user: User, now: datetime) -> EmailChange | None:
    """Return the change that awaits confirmation, if any: one whose link still works."""
    since = now - KINDS[Purpose.CHANGE].lasts
    asked = EmailChange.objects.filter(user=user, confirmed_at=None, ended_at=None, asked_at__gt=since)
    return asked.first()


def ask(*, user: User, email: str, proof: Proof, now: datetime) -> EmailChange:
    """Record the requested change and notify both addresses; an earlier unconfirmed request is dropped.

    The response does not reveal whether the new address has an account: its mailbox is told. Raises 400 for
    the account's present address, what :func:`accounts.reauthentication.check_owner` raises, 429 after three
    within a quarter of an hour, and :class:`EnoughLinksSent` (429) after six within a day to one new address,
    of all accounts, twelve for an account's first: then the earlier request stays. To an old address that was
    never confirmed three letters go within a day, whose links work for later changes, too.
    """
    email = User.objects.normalize_email(email)
    if mailbox.compared(email) == mailbox.compared(user.email):
        sentence = _("This is your email address already.")
        raise Invalid(sentence, fields={"email": [sentence]})
    reauthentication.check_owner(user=user, proof=proof, now=now)
    if (present := _just_asked(user=user, email=email, now=now)) is not None:
        return present
    # Asked before a letter is counted, too: who is refused here uses up nobody's letters.
    _refuse_often(user, now)
    # However many accounts ask for it, a mailbox gets few letters. Counted outside of the transaction: of
    # many at once each sees the others.
    few = _few_to_new(user, email, now)
    if not limits.claim_letter(act="mail:change", limit=few, email=email, now=now, is_spaced=False):
        raise _enough_asked_for(email, few, now)
    with transaction.atomic():
        reauthentication.lock_owner(user)
        if (present := _just_asked(user=user, email=email, now=now)) is not None:
            return present
        _refuse_often(user, now)
        drop(user=user, now=now)
        change = EmailChange.objects.create(
            user=user,
            old_email=user.email,
            new_email=email,
            was_confirmed=user.email_verified_at is not None,
            asked_at=now,
        )
        purposes = [Purpose.CHANGE]
        if _may_tell_old(change, now):
            purposes.append(Purpose.TAKE_BACK)
        for purpose in purposes:
            outbox.enqueue(topic=TOPIC, payload={"change": str(change.pk), "purpose": purpose}, now=now)
    return change


def _refuse_often(user: User, now: datetime) -> None:
    """Raise 429 if the account has requested several changes a short while ago."""
    times = EmailChange.objects.filter(user=user, asked_at__gt=now - _CHANGES.window)
    limits.refuse_until(_CHANGES.free_at(times.values_list("asked_at", flat=True), now), now)


def _few_to_new(user: User, email: str, now: datetime) -> Limit:
    """Return how many letters, of all accounts, a new address may have had for this account's to go, too."""
    few = KINDS[Purpose.CHANGE].few
    asked = EmailChange.objects.filter(
        user=user, new_email__lower=mailbox.compared(email), asked_at__gt=now - few.window
    )
    return few if asked.exists() else Limit(few.count + _KEPT_FOR_FIRST, few.window)


def _enough_asked_for(email: str, few: Limit, now: datetime) -> EnoughLinksSent:
    sentence = _(
        "Several links were sent to this address within a day, so it gets no more of them for now. "
        "Please look in its spam folder, too, or try again tomorrow."
    )
    free_at = limits.letter_free_at(act="mail:change", limit=few, email=email, now=now) or now
    return EnoughLinksSent(sentence, free_in=free_at - now)


def _may_tell_old(change: EmailChange, now: datetime) -> bool:
    """Tell whether the old address is told: one that was never confirmed may be a stranger's."""
    few = KINDS[Purpose.TAKE_BACK].few
    return change.was_confirmed or limits.claim_letter(
        act="mail:take-back", limit=few, email=change.old_email, now=now, is_spaced=False
    )


def _just_asked(*, user: User, email: str, now: datetime) -> EmailChange | None:
    """Return the same change, requested a moment ago: the button was pressed twice."""
    present = waiting(user=user, now=now)
    is_same = present is not None and present.new_email == email and present.asked_at > now - _PRESSED_TWICE
    return present if is_same else None


def drop(*, user: User, now: datetime) -> None:
    """Drop the change that awaits confirmation, if any: its link stops working."""
    EmailChange.objects.filter(user=user, confirmed_at=None, ended_at=None).update(ended_at=now)


def confirm(*, token: str, session_of: User | None, proof: Proof, now: datetime) -> User:
    """Give the account its new address by the link that was mailed there.

    The address may have been mistyped, and its mailbox be a stranger's: a session of the account
    (``session_of``) or its password is needed, too. Raises :class:`~accounts.emailed_links.LinkEnded`,
    :class:`OwnSessionRequired`, what :func:`accounts.reauthentication.check_owner` raises of a password, and
    400 ``email_taken`` where another account has the address by now: only its mailbox can learn that here.
    """
    change = _change_of(token, Purpose.CHANGE, now=now)
    user = change.user
    _check_owner(user=user, session_of=session_of, proof=proof, now=now)
    if is_taken(email=change.new_email, besides=user.pk, now=now):
        raise email_taken()
    try:
        with transaction.atomic():
            waiting = EmailChange.objects.filter(pk=change.pk, confirmed_at=None, ended_at=None)
            of_old = User.objects.filter(pk=user.pk, email=change.old_email, password=user.password)
            if not waiting.update(confirmed_at=now) or not of_old.update(
                email=change.new_email, email_verified_at=now
            ):
                raise LinkEnded
            support_requests.follow_address(
                user_id=user.pk, former=[change.old_email], email=change.new_email
            )
            publish_session_ended(account_id=user.pk, now=now)
    except IntegrityError as error:
        raise email_taken() from error
    return User.objects.get(pk=user.pk)


def take_back(*, token: str, password: str, now: datetime) -> User:
    """Restore the old address and set a new password, once, by the link mailed to the old address.

    Whoever requested the change knew the password, so every session ends. The caller has validated the new
    password. Raises :class:`~accounts.emailed_links.LinkEnded`.
    """
    change = _change_of(token, Purpose.TAKE_BACK, now=now)
    user = change.user
    user.set_password(password)
    try:
        with transaction.atomic():
            claimed = EmailChange.objects.filter(pk=change.pk, ended_at=None).update(ended_at=now)
            # Whoever requested it may have moved on from the new address: what came after ends with it.
            since = EmailChange.objects.filter(user=user, asked_at__gte=change.asked_at)
            passed = list(since.values_list("new_email", flat=True))
            of_any = User.objects.filter(pk=user.pk, email__in=[change.old_email, *passed])
            if not claimed or not of_any.update(
                email=change.old_email, email_verified_at=now, password=user.password
            ):
                raise LinkEnded
            support_requests.follow_address(user_id=user.pk, former=passed, email=change.old_email)
            since.filter(ended_at=None).update(ended_at=now)
            # Every link that the old address has got so far is used up by this one.
            EmailChange.objects.filter(user=user, asked_at__lte=now).update(is_reverted=True)
            password_reset.tell_of_new_password(user=user, now=now)
            lately = change.asked_at - _LATELY if change.was_confirmed else None
            giving_back.give_back(user=user, since=lately, now=now)
    except IntegrityError as error:  # Google or Apple had proven it for another account by then
        raise LinkEnded from error
    return User.objects.get(pk=user.pk)


def _change_of(token: str, purpose: Purpose, *, now: datetime) -> EmailChange:
    link = emailed_links.read(token=token, now=now)
    if link.purpose is not purpose:
        raise LinkEnded
    change = EmailChange.objects.select_related("user").filter(pk=link.about).first()
    if change is None or change.is_reverted:
        raise LinkEnded
    if purpose is Purpose.TAKE_BACK and change.ended_at is not None:
        change = _later_change(change, since=change.ended_at)
    if change is None or change.ended_at is not None:
        raise LinkEnded
    return change


def _later_change(change: EmailChange, *, since: datetime) -> EmailChange | None:
    """Return the first change of the same address that was requested afterwards and has not ended.

    An old address is not told of each change. So its link takes back later ones, too, whether they have
    replaced this one or this one was dropped before; not those after it was used.
    """
    later = EmailChange.objects.select_related("user").filter(
        user=change.user, old_email=change.old_email, asked_at__gte=since, ended_at=None
    )
    return later.order_by("asked_at").first()


def set_by_operator(*, user: User, former: str, now: datetime) -> None:
    """Follow an address that an operator has set: nobody has shown that its mailbox is the account's.

    It counts as confirmed once the link that is mailed there has been used. A change that its owner had
    requested ends. Runs in the transaction that sets the address.
    """
    User.objects.filter(pk=user.pk).update(email_verified_at=None)
    user.email_verified_at = None
    drop(user=user, now=now)
    support_requests.follow_address(user_id=user.pk, former=[former], email=user.email)
    emailed_links.mail(purpose=Purpose.VERIFY, email=user.email, now=now)
    publish_session_ended(account_id=user.pk, now=now)


# --- The emails ------------------------------------------------------------------------------------------


def send_letter(payload: dict[str, Any], now: datetime) -> None:
    """Notify one of the two addresses, unless the change was dropped.

    ``payload`` holds ``change``, an id, and the ``purpose`` of the link.
    """
    purpose = Purpose(payload["purpose"])
    change = EmailChange.objects.select_related("user").filter(pk=UUID(payload["change"])).first()
    if change is None or not change.user.is_active:
        return
    # An address that was never confirmed gets few of these letters, and their links work for later changes:
    # who drops a change at once must not use them up unseen.
    is_one_of_few = purpose is Purpose.TAKE_BACK and not change.was_confirmed
    if change.ended_at is not None and not is_one_of_few:
        return
    ends_at = change.asked_at + KINDS[purpose].lasts
    address, said, button = _words(change, purpose)
    # Neither address may be the account holder's, and a name is free text: a stranger is not greeted by it.
    is_theirs = purpose is Purpose.TAKE_BACK and change.was_confirmed
    link = emailed_links.path_for(
        change.user, purpose=purpose, ends_at=ends_at, about=str(change.pk), to=address
    )
    if purpose is Purpose.CHANGE and is_taken(email=change.new_email, besides=change.user_id, now=now):
        said, link, button = texts.ADDRESS_TAKEN.of(), "/login", gettext_lazy("Sign in")
    emails.send_to(
        address=address,
        name=change.user.first_name if is_theirs else "",
        language=change.user.reads,
        said=said,
        link=link,
        link_text=button,
        key=f"{purpose} {change.pk}",
        reply_to=figures.at(now).support_email,
    )


def _words(change: EmailChange, purpose: Purpose) -> "tuple[str, Said, str | _StrPromise]":
    """Return the recipient, the text and the label of the button."""
    if purpose is Purpose.CHANGE:
        said = texts.NEW_ADDRESS.of(product=settings.PRODUCT_NAME)
        return change.new_email, said, gettext_lazy("Confirm this address")
    return change.old_email, texts.ADDRESS_CHANGES.of(address=change.new_email), gettext_lazy("It was not me")
