"""The tables of orders with personal data, and how each is erased with an account.

Amounts, times and statuses stay for the books (``KEEP_ORDERS_YEARS``), under an anonymized account. Texts,
addresses, photos, cards and bank accounts are erased.
"""

from uuid import UUID

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from marketplace import personal_data
from marketplace.personal_data import Deleted, Done, Emptied, Retained, Table, by, either
from orders.models import (
    CareProfile,
    CreditNote,
    DamageClaim,
    DataCheck,
    Dispute,
    Document,
    FeeInvoice,
    FeeInvoiceRun,
    HandBack,
    HandBackOffer,
    Handover,
    LedgerEntry,
    Message,
    MessageDigest,
    NumberSeries,
    Occurrence,
    Order,
    OrderEvent,
    OrderLine,
    OrderPhoto,
    Payment,
    Payout,
    PayoutAccount,
    PayoutAccountChange,
    PayoutHold,
    PayoutLine,
    PayoutRun,
    Receipt,
    RecurringBooking,
    Refund,
    Reservation,
    SavedCard,
    SharedPosition,
    StripeAccount,
    StripeCustomer,
    StripeEvent,
)
from orders.privacy import erasing
from providers.models import Provider

_BOOKS = "The books need it for as long as orders are kept; it names nobody."
_WITH_ORDER = "It stays with its order, and names nobody."
_TEAM = _("It is about somebody of our team.")
_STRIPES = _("It is Stripe's name for it, and opens nothing for anybody else.")


def _messages(user_id: UUID) -> "QuerySet[Model]":
    """Return the messages that an account wrote, and all about its own orders."""
    return either(Message, Q(sender=user_id), Q(order__customer=user_id))


def _paid_by_bank(user_id: UUID) -> "QuerySet[Refund]":
    return Refund.objects.filter(order__customer=user_id, status=Refund.Status.PAID_BY_BANK)


def _handovers(user_id: UUID) -> "QuerySet[Model]":
    return either(Handover, Q(order__customer=user_id), Q(taken_by=user_id))


def _hand_backs(user_id: UUID) -> "QuerySet[Model]":
    return either(HandBack, Q(order__customer=user_id), Q(provider__user=user_id))


def _claims(user_id: UUID) -> "QuerySet[Model]":
    return either(DamageClaim, Q(order__customer=user_id), Q(order__provider__user=user_id))


def _postings(user_id: UUID) -> "QuerySet[Model]":
    """Return the postings of an account's own orders, and what it earned or owes as a provider."""
    # Read first: joined, the index of what providers earn would be read from end to end.
    own = list(Provider.objects.filter(user=user_id).values_list("pk", flat=True))
    earned = Q(provider__in=own, account=LedgerEntry.Account.PROVIDER)
    return either(LedgerEntry, Q(order__customer=user_id), earned)


def _events(user_id: UUID) -> "QuerySet[Model]":
    return either(OrderEvent, Q(order__customer=user_id), Q(actor=user_id))


def declare() -> None:
    """Register these tables, in the order in which they are erased."""
    _declare_orders()
    _declare_conversations()
    _declare_money()
    _declare_books()


def _declare_orders() -> None:
    personal_data.declare(
        # First, because ``erase_mentions`` needs to know whose orders these are.
        Table(
            Order, _("Orders"), by(Order, "customer"),
            "id status payment_status service_type weight service_amount platform_fee total_amount "
            "refunded_amount disputed_amount pickup_address delivery_address pickup_postal_code "
            "delivery_postal_code special_instructions pickup_at late_fee_percent created_at cancel_reason "
            "cancel_note is_express care",
            (
                Done(erasing.erase_mentions),
                Retained(_BOOKS),
                Emptied(erasing.PLACES_AND_WORDS),
            ),
            aside="customer provider version free_until_minutes_before_pickup "
            "free_for_minutes_after_booking accepts_instantly hold_expires_at answer_due_at hand_back_due_at "
            "substitute_offered_at has_early_messages borne_by_platform",
        ),
        Table(
            CareProfile, _("How you want your laundry"), by(CareProfile, "user"),
            "detergent softener temperature allergies ironing notes question_skipped changed_at",
            (Deleted(),), aside="user",
        ),
        Table(
            OrderEvent, _("Steps of orders"), _events,
            "order from_status to_status actor_role reason at received_at",
            (Retained(_BOOKS, words="from_status"), Emptied({"reason": ""})), aside="id actor",
        ),
        Table(
            OrderLine, _("Lines of orders"), by(OrderLine, "order__customer"), "order kind quantity amount",
            (Retained(_BOOKS),), aside="id",
        ),
        Table(
            Reservation, _("Places in slots"), by(Reservation, "order__customer"),
            "order created_at released_at", (Retained(_WITH_ORDER),), aside="id slot",
        ),
        Table(
            RecurringBooking, _("Recurring bookings"), by(RecurringBooking, "customer"),
            "id service_type weight pickup_address delivery_address special_instructions pattern day_of_week "
            "day_of_month preferred_time first_on is_active paused_until ended_at created_at "
            "repriced_at add_ons",
            (
                Retained("It is what each pickup costs, and names nobody.", words="add_ons"),
                Emptied(erasing.RECURRING_WORDS),
            ),
            aside="customer provider time_zone saved_card holds_hour provider_away_since extended_until "
            "extend_on",
        ),
        Table(
            Occurrence, _("Pickups of recurring bookings"), by(Occurrence, "booking__customer"),
            "booking on moved_to moved_time status reason order", (Retained(_WITH_ORDER),),
            aside="id place_at waiting_since charge_at charge_attempts asked_at remind_at",
        ),
    )  # fmt: skip


def _declare_conversations() -> None:
    personal_data.declare(
        Table(
            Message, _("Messages"), _messages, "order body photo sent_at sender",
            (Deleted(),), aside="id is_from_team",
            file="photo",
        ),
        Table(
            MessageDigest, _("Emails about messages"), by(MessageDigest, "user"), "order due_at mailed_at",
            (Deleted(),), aside="id user",
        ),
        Table(
            # Exported to the customer only, as it contains the code.
            Handover, _("Handovers"), by(Handover, "order__customer"),
            "order kind code code_confirmed_at bags photo taken_at",
            (
                Retained("Bags, times and the codes of handovers stay with the order.", words="code"),
                Emptied({"photo": "", "wrong_codes": ""}, rows=_handovers),
            ),
            withheld={"wrong_codes": _("It is what others tried.")}, aside="id taken_by", file="photo",
        ),
        Table(
            # Without the codes, which are shown to customers alone.
            Handover, _("Handovers that you noted"), by(Handover, "taken_by"),
            "order kind bags photo taken_at",
            (Retained(_WITH_ORDER), Emptied({"photo": ""})), file="photo",
        ),
        Table(
            HandBack, _("Hand-backs"), _hand_backs,
            "order reason handed_back_at agreed_at pickup_at ended_at outcome",
            (Retained(_WITH_ORDER), Emptied({"reason": ""})), aside="id provider taken_by",
        ),
        Table(
            HandBackOffer, _("Orders that you were asked to take"), by(HandBackOffer, "provider__user"),
            "offered_at declined_at", (Retained(_WITH_ORDER),), aside="id hand_back provider",
        ),
        Table(
            OrderPhoto, _("Photos for damage claims"), by(OrderPhoto, "uploaded_by"),
            "order claim file uploaded_at", (Deleted(),), aside="id uploaded_by", file="file",
        ),
        Table(
            DamageClaim, _("Damage claims"), _claims,
            "order item description price age_months reported_at answer_due_at statement stated_at outcome "
            "amount decision decided_at",
            (Retained(_BOOKS), Emptied(erasing.CLAIM_WORDS)),
            withheld={"decided_by": _TEAM}, aside="id borne_by refund",
        ),
        Table(
            SharedPosition, _("Positions that you share"), by(SharedPosition, "order__provider__user"),
            "order latitude longitude accuracy_m at", (Deleted(),),
        ),
    )  # fmt: skip


def _declare_money() -> None:
    personal_data.declare(
        Table(
            SavedCard, _("Saved cards"), by(SavedCard, "user"),
            "brand last4 exp_month exp_year is_default consented_at consent_text created_at removed_at",
            (Deleted(),),
            withheld={"payment_method_id": _STRIPES, "fingerprint": _STRIPES}, aside="id user",
        ),
        Table(
            StripeCustomer, _("You at Stripe"), by(StripeCustomer, "user"), "customer_id created_at",
            (Done(erasing.erase_customer),), aside="id user",
        ),
        Table(
            PayoutAccount, _("Account that you are paid to"), by(PayoutAccount, "provider__user"),
            "holder iban stripe_account_id changed_at refused_at", (Deleted(),), aside="provider",
        ),
        Table(
            PayoutAccountChange, _("Changes of that account"), by(PayoutAccountChange, "provider__user"),
            "holder iban_end at", (Emptied({"holder": "", "iban_end": ""}),),
            withheld={"changed_by": _TEAM}, aside="id provider",
        ),
        Table(
            Payout, _("Payouts"), by(Payout, "provider__user"),
            "id week amount holder iban stripe_account_id status reference note created_at "
            "filed_at paid_at failed_at",
            (
                Retained(
                    "The books need the amount; whose account it was says the bank, by its reference.",
                    words="reference",
                ),
                Done(erasing.erase_payees),
            ),
            withheld={"paid_by": _TEAM}, aside="provider transfer_begun_at transfer_attempt",
        ),
        Table(
            StripeAccount, _("Your account at Stripe"), by(StripeAccount, "provider__user"),
            "account_id state is_wanted changed_at", (Deleted(),), aside="provider",
        ),
    )  # fmt: skip


def _declare_books() -> None:
    personal_data.declare(
        Table(
            Payment, _("Payments"), by(Payment, "order__customer"),
            "order attempt intent_id amount status failure_message created_at settled_at card_consented_at "
            "card_consent_text card_saved_at receipted_at",
            (
                # Stripe's name of the payment, and our own words that were agreed to.
                Retained(_BOOKS, words="intent_id card_consent_text"),
                Emptied({"failure_message": ""}),
            ),
            aside="id",
        ),
        Table(
            Receipt, _("Receipts"),
            lambda user_id: either(
                Receipt, Q(order__customer=user_id), Q(order__provider__user=user_id)
            ),
            "order year number issued_at supplier_name supplier_locality supplier_vat_number vat_percent "
            "replaced_at",
            (
                Retained(
                    "A receipt names its supplier for as long as orders are kept.",
                    words="supplier_name supplier_locality supplier_vat_number",
                ),
            ),
            aside="id",
        ),
        Table(
            CreditNote, _("Credit notes"), by(CreditNote, "order__customer"),
            "order receipt position year number issued_at reason amount vat",
            (Retained(_BOOKS),), aside="id",
        ),
        Table(
            Document, _("Receipts and invoices as files"), erasing.documents_of,
            "receipt credit_note fee_invoice made_at mailed_at file", (Done(erasing.erase_documents),),
            aside="id", file="file",
        ),
        Table(
            FeeInvoice, _("Fee invoices"), by(FeeInvoice, "provider__user"),
            "provider month year number issued_at orders amount vat_number vat_percent",
            (Retained("The VAT number on it is the platform's.", words="vat_number"),), aside="id",
        ),
        Table(
            Refund, _("Refunds"), by(Refund, "order__customer"),
            "order payment reason note amount status bank_reference stripe_refund_id created_at settled_at",
            (
                # A code of ours, and Stripe's name of the refund.
                Retained(_BOOKS, words="reason stripe_refund_id"),
                Emptied(erasing.REFUND_WORDS),
                # One that our bank has paid has a reference in any case; the bank has the other one.
                Emptied({"bank_reference": erasing.NOBODY}, rows=_paid_by_bank),
            ),
            withheld={"requested_by": _TEAM},
            aside="id due_at leased_until attempts failed_at last_error key_round borne_by superseded_by "
            "netted_amount paid_twice_note credited_at",
        ),
        Table(
            Dispute, _("Disputes"), by(Dispute, "order__customer"),
            "order payment status reason amount withheld opened_at respond_by changed_at",
            # One of the codes of banks.
            (Retained(_BOOKS, words="reason"),),
            aside="id stripe_dispute_id moves borne_by credited_at",
        ),
        Table(
            PayoutHold, _("Money that is held back"), by(PayoutHold, "order__provider__user"),
            "order held_at", (Deleted(),),
            withheld={"reason": _("It is a note for our team."), "held_by": _TEAM},
        ),
        Table(
            LedgerEntry, _("Postings"), _postings,
            "posting account order amount posted_at", (Retained(_BOOKS, words="posting"),),
            aside="id provider",
        ),
        Table(
            PayoutLine, _("Lines of payouts"), by(PayoutLine, "payout__provider__user"), "payout amount",
            (Retained(_BOOKS),), aside="id entry",
        ),
    )  # fmt: skip
    personal_data.holds_nobody(NumberSeries, "id kind year last skipped")
    personal_data.holds_nobody(FeeInvoiceRun, "id month finished_at")
    personal_data.holds_nobody(PayoutRun, "week started_at finished_at")
    personal_data.holds_nobody(
        DataCheck, "id kind asked_at asked_by started_at finished_at is_open found violations"
    )
    personal_data.holds_nobody(
        StripeEvent,
        "id due_at leased_until attempts failed_at last_error event_id type intent_id received_at "
        "processed_at",
    )
