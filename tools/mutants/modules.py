"""The modules under mutation testing, with the tests that must notice edits.

Money, capacity, transitions, recurrence and permissions: a mistake there costs somebody money, a pickup or
their privacy. The tests of a module are those of its rules, the fastest first; an edit counts as noticed when
one of them fails.
"""

ORDERS = "orders/tests"
PAYMENTS = "orders/payments/tests"
PAYOUTS = "orders/payouts/tests"
RECURRING = "orders/recurring/tests"
SCHEDULING = "scheduling/tests"

MODULES: dict[str, list[str]] = {
    # money
    "marketplace/money.py": [
        f"{ORDERS}/test_pricing.py",
        f"{ORDERS}/test_ledger.py",
        f"{ORDERS}/test_cancel_order.py",
        f"{PAYMENTS}/test_open_payment.py",
        f"{PAYMENTS}/test_refund.py",
    ],
    "orders/prices/pricing.py": [f"{ORDERS}/test_pricing.py", f"{ORDERS}/test_place_order.py"],
    "orders/ledger.py": [
        f"{ORDERS}/test_ledger.py",
        f"{PAYMENTS}/test_refund.py",
        f"{PAYMENTS}/test_settle.py",
        f"{ORDERS}/test_refund_order.py",
        f"{PAYMENTS}/test_money_after_the_end.py",
        f"{PAYMENTS}/test_random_histories.py",
        f"{PAYOUTS}/test_weekly_run.py",
        f"{PAYMENTS}/test_money_out.py",
        f"{PAYMENTS}/test_two_ways_back.py",
    ],
    "orders/lifecycle/cancelling.py": [
        f"{ORDERS}/test_cancel_order.py",
        f"{ORDERS}/test_ledger.py",
        f"{PAYMENTS}/test_refund.py",
        f"{ORDERS}/test_refund_order.py",
        f"{ORDERS}/test_admin_orders.py",
        f"{PAYMENTS}/test_random_histories.py",
        f"{PAYMENTS}/test_late_fee_and_bank.py",
    ],
    "orders/payments/refunds.py": [
        f"{PAYMENTS}/test_refund.py",
        f"{PAYMENTS}/test_stripe_faults.py",
        f"{ORDERS}/test_refund_order.py",
        f"{PAYMENTS}/test_money_after_the_end.py",
        f"{PAYMENTS}/test_admin_money.py",
        f"{PAYMENTS}/test_reconcile.py",
        f"{PAYMENTS}/test_two_ways_back.py",
    ],
    "orders/payments/settle.py": [
        f"{PAYMENTS}/test_settle.py",
        f"{PAYMENTS}/test_payment_return.py",
        f"{PAYMENTS}/test_open_payment.py",
        f"{PAYMENTS}/test_webhook.py",
        f"{PAYMENTS}/test_reconcile.py",
        f"{ORDERS}/test_money_arrives.py",
        f"{PAYMENTS}/test_money_after_the_end.py",
        f"{PAYMENTS}/test_stripe_faults.py",
    ],
    "orders/payouts/payable.py": [f"{PAYOUTS}/test_weekly_run.py", f"{PAYOUTS}/test_earnings.py"],
    "orders/payouts/weekly_run.py": [f"{PAYOUTS}/test_weekly_run.py", f"{PAYOUTS}/test_payouts_at_once.py"],
    "orders/payouts/paying.py": [
        f"{PAYOUTS}/test_weekly_run.py",
        f"{PAYOUTS}/test_payouts_at_once.py",
        f"{PAYOUTS}/test_admin_payouts.py",
    ],
    "orders/payouts/payout_accounts.py": [f"{PAYOUTS}/test_payout_accounts.py"],
    "orders/payments/refunding.py": [
        f"{ORDERS}/test_refund_order.py",
        f"{PAYMENTS}/test_admin_money.py",
        f"{PAYMENTS}/test_money_after_the_end.py",
        f"{ORDERS}/test_faults.py",
        f"{PAYMENTS}/test_money_out.py",
    ],
    "orders/payments/disputes.py": [
        f"{PAYMENTS}/test_money_after_the_end.py",
        f"{ORDERS}/test_faults.py",
        f"{PAYMENTS}/test_money_out.py",
        f"{PAYMENTS}/test_two_ways_back.py",
    ],
    "orders/lifecycle/refund_rows.py": [f"{PAYMENTS}/test_refund.py", f"{PAYMENTS}/test_two_ways_back.py"],
    "orders/payments/netting.py": [f"{PAYMENTS}/test_two_ways_back.py"],
    "orders/lifecycle/parties.py": [f"{PAYMENTS}/test_money_in.py"],
    # capacity
    "orders/lifecycle/reservations.py": [
        f"{ORDERS}/test_cancel_order.py",
        f"{ORDERS}/test_reschedule_order.py",
        f"{ORDERS}/test_money_arrives.py",
        f"{ORDERS}/test_reservations_machine.py",
    ],
    "scheduling/slots.py": [
        f"{SCHEDULING}/test_reserve.py",
        f"{SCHEDULING}/test_nearest.py",
        f"{SCHEDULING}/test_slot_races.py",
        f"{RECURRING}/test_place.py",
        f"{ORDERS}/test_reschedule_order.py",
        f"{ORDERS}/test_alternatives.py",
        f"{RECURRING}/test_skip_one.py",
        f"{RECURRING}/test_move_one.py",
        f"{SCHEDULING}/test_listed.py",
    ],
    # transitions
    "orders/lifecycle/transitions.py": [
        f"{ORDERS}/test_move_order.py",
        f"{ORDERS}/test_see_orders.py",
        f"{ORDERS}/test_cancel_order.py",
    ],
    "orders/lifecycle/confirming.py": [
        f"{ORDERS}/test_money_arrives.py",
        f"{PAYMENTS}/test_payment_return.py",
        f"{PAYMENTS}/test_money_in.py",
    ],
    "orders/lifecycle/holds.py": [
        f"{ORDERS}/test_money_arrives.py",
        f"{ORDERS}/test_cancel_order.py",
        f"{ORDERS}/test_place_order.py",
    ],
    # recurrence
    "orders/recurring/pattern.py": [f"{RECURRING}/test_pattern.py", f"{RECURRING}/test_set_up.py"],
    "orders/recurring/deadlines.py": [
        f"{RECURRING}/test_place.py",
        f"{RECURRING}/test_charge.py",
        f"{RECURRING}/test_skip_one.py",
        f"{RECURRING}/test_move_one.py",
    ],
    "orders/recurring/occurrences.py": [
        f"{RECURRING}/test_extend.py",
        f"{RECURRING}/test_set_up.py",
        f"{RECURRING}/test_place.py",
        f"{RECURRING}/test_skip_one.py",
        f"{RECURRING}/test_move_one.py",
    ],
    "orders/recurring/occurrence_placing.py": [
        f"{RECURRING}/test_place.py",
        f"{RECURRING}/test_exactly_once.py",
        f"{RECURRING}/test_unpaid_limit.py",
        f"{RECURRING}/test_skip_one.py",
        f"{RECURRING}/test_move_one.py",
        f"{RECURRING}/test_served_series.py",
    ],
    "orders/recurring/unpaid_reservations.py": [
        f"{RECURRING}/test_unpaid_limit.py",
        f"{RECURRING}/test_lock_order.py",
    ],
    "orders/recurring/charging.py": [
        f"{RECURRING}/test_charge.py",
        f"{ORDERS}/test_faults.py",
        f"{RECURRING}/test_one_bad_row.py",
        f"{RECURRING}/test_exactly_once.py",
        f"{RECURRING}/test_skip_one.py",
        f"{RECURRING}/test_move_one.py",
        f"{PAYMENTS}/test_money_in.py",
        f"{RECURRING}/test_reminders.py",
    ],
    # permissions
    "accounts/operators.py": [
        "accounts/tests/test_operators.py",
        "marketplace/tests/test_matrix.py",
        "marketplace/tests/test_matrix_admin.py",
        "marketplace/tests/test_admin_sign_in.py",
    ],
    "orders/lifecycle/permissions.py": [
        f"{ORDERS}/test_see_orders.py",
        f"{ORDERS}/test_move_order.py",
        f"{ORDERS}/test_contact_details.py",
        f"{ORDERS}/test_refunded_at_each_status.py",
        "marketplace/tests/test_matrix.py",
    ],
    "orders/selectors.py": [
        f"{ORDERS}/test_see_orders.py",
        "marketplace/tests/test_matrix.py",
        f"{ORDERS}/test_messages.py",
        f"{ORDERS}/test_alternatives.py",
        f"{ORDERS}/test_provider_jobs.py",
        f"{ORDERS}/test_refunded_at_each_status.py",
    ],
}
