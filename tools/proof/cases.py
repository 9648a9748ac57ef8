"""The rows that are lists of cases: proven when all of their tests pass, each named here.

A test that is renamed or removed fails the row, as does a table of cases that has become shorter than asked.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Cases:
    """The tests of a row (``file::name``), the least number of cases that they are, and what is asked."""

    tests: tuple[str, ...]
    least: int
    asked: str


def _of(file: str, names: str) -> Iterable[str]:
    """Return the addresses of tests; their names, without ``test_``, are separated by blanks."""
    return (f"{file}::test_{name}" for name in names.split())


_AMOUNTS = _of(
    "orders/payments/tests/test_open_payment.py",
    """
    refuses_an_amount_that_is_not_the_total
    refuses_another_orders_amount
    refuses_an_amount_of_another_type
    """,
)
_CLOCK_CHANGES = _of(
    "scheduling/tests/test_generate.py",
    """
    a_working_day_has_the_same_slots_on_every_day
    slots_through_the_night_neither_overlap_nor_leave_a_gap
    the_hour_that_does_not_exist_makes_no_slot
    the_hour_that_exists_twice_makes_one_long_slot
    counts_what_exists_on_the_nights_too
    """,
)
_CACHES = (
    *_of(
        "providers/tests/test_list.py",
        """
        tells_a_change_from_the_entity_tag
        drops_a_provider_when_their_last_free_slot_begins
        takes_in_a_provider_when_a_new_day_can_be_booked
        a_provider_s_new_name_shows_at_once
        the_cache_holds_so_many_bytes_and_drops_what_is_outdated_first
        """,
    ),
    *_of("providers/tests/test_list_at_scale.py", "a_list_is_made_at_most_twice_for_all_who_ask_at_once"),
    *_of("scheduling/tests/test_time_slots.py", "shows_a_booking_at_once"),
)
_PASSWORDS = (
    *_of(
        "accounts/tests/test_register.py",
        """
        refuses_bad_input_by_field
        takes_any_password_that_is_long_enough_and_not_common
        a_password_of_exactly_the_least_length_is_long_enough_and_of_the_most_not_too_long
        """,
    ),
    *_of("accounts/tests/test_profile.py", "a_new_password_obeys_the_rules_of_registration"),
)
_SESSIONS = (
    *_of(
        "accounts/tests/test_sign_in.py",
        """
        a_visitor_has_a_session_without_an_account_and_gets_the_csrf_cookie
        signing_in_changes_the_session_key_and_the_csrf_token
        cookies_of_the_session_cannot_be_read_by_scripts_or_sent_by_other_sites
        the_privacy_policy_names_the_cookies_that_are_set_and_how_long_they_last
        signing_out_ends_the_session_on_the_server
        every_unsafe_call_needs_the_csrf_token
        """,
    ),
    *_of(
        "accounts/tests/test_profile.py",
        """
        a_new_password_ends_every_other_session
        a_new_password_gives_this_session_a_new_key
        a_call_under_the_old_key_that_comes_late_takes_the_new_one_away_from_nobody
        """,
    ),
    *_of(
        "marketplace/tests/test_production.py",
        """
        cookies_belong_to_this_host_alone
        over_http_cookies_work_without_the_prefix
        """,
    ),
)
_FILES = _of(
    "providers/tests/test_documents.py",
    """
    what_is_no_document_is_refused_and_leaves_nothing
    an_upload_that_is_cut_leaves_what_was_there
    eleven_megabytes_are_too_many
    a_name_is_only_a_name
    of_a_picture_nothing_is_kept_but_what_is_seen
    no_words_beside_a_picture_are_kept
    what_follows_a_picture_is_cut_off
    a_large_photo_is_made_smaller_within_bounds_of_memory
    damaged_metadata_does_not_damage_the_picture
    a_document_that_was_replaced_or_removed_is_gone
    after_a_hundred_files_no_more_are_taken
    a_refused_file_is_written_down_and_counts_as_one_of_the_hundred
    no_public_address_leads_to_a_file
    each_look_of_an_operator_is_written_down
    only_who_reviews_opens_documents
    """,
)
_ADMIN_SITE = (
    *_of(
        "marketplace/tests/test_admin_sign_in.py",
        """
        customers_and_providers_do_not_get_into_the_admin_site
        the_form_lets_no_customer_in
        the_form_is_limited_like_the_apps
        without_the_second_factor_an_operator_is_led_to_it
        a_session_alone_sets_up_no_second_factor
        passwords_cannot_be_guessed_by_setting_up_the_second_factor
        the_form_of_the_admin_site_alone_opens_nothing
        a_code_opens_once
        guessing_codes_is_limited
        nobody_else_reaches_the_second_factor
        each_kind_of_operator_sees_their_own_part
        nobody_deletes_an_account
        the_list_of_accounts_asks_the_database_as_often_for_a_hundred
        """,
    ),
    *_of(
        "marketplace/tests/test_matrix_admin.py",
        """
        the_admin_site_is_closed_to_everybody_else
        every_button_asks_for_a_permission_of_its_own
        a_button_does_nothing_for_whoever_may_not_press_it
        the_page_of_a_button_is_closed_to_whoever_may_not_press_it
        nothing_of_other_packages_is_edited_in_the_admin_site
        """,
    ),
    *_of(
        "orders/tests/test_admin_orders.py",
        """
        nothing_is_added_edited_or_deleted_by_hand
        customers_and_staff_without_permission_stay_out
        a_list_of_a_hundred_takes_at_most_fifteen_statements
        """,
    ),
    *_of(
        "orders/payments/tests/test_admin_money.py",
        """
        a_list_of_a_hundred_takes_few_queries
        nothing_is_added_edited_or_deleted
        only_finance_tries_refunds_again
        """,
    ),
)
_LIMITS = (
    *_of(
        "marketplace/tests/test_api_frame.py",
        """
        a_body_of_more_than_a_mebibyte_is_413
        a_body_of_just_under_a_mebibyte_is_read
        a_body_in_chunks_is_refused_in_words
        json_nested_a_thousand_deep_is_400
        """,
    ),
    *_of("orders/tests/test_place_order.py", "at_most_three_unpaid_checkouts"),
    *_of(
        "scheduling/tests/test_time_slots.py",
        "refuses_malformed_backward_and_over_long_ranges takes_62_days",
    ),
    *_of(
        "scheduling/tests/test_generate.py",
        "refuses_past_backward_over_long_and_malformed_ranges",
    ),
    *_of(
        "providers/tests/test_list_at_scale.py",
        """
        everywhere_lists_the_two_hundred_best_rated
        a_place_lists_the_two_hundred_nearest_the_best_rated_first
        """,
    ),
    *_of(
        "orders/tests/test_provider_jobs.py",
        "history_comes_by_pages_with_nothing_twice_or_left_out",
    ),
    *_of("accounts/tests/test_support_requests.py", "of_a_long_thread_the_newest_lines_are_shown"),
    *_of("marketplace/tests/test_list_statements.py", "every_list_of_the_api_is_counted_or_short"),
)
_PERSONAL_DATA = (
    *_of(
        "marketplace/tests/test_personal_data.py",
        """
        every_column_of_every_table_is_declared
        no_command_runs_with_a_column_that_nobody_has_declared
        no_column_is_both_handed_out_and_kept_back
        the_copy_holds_every_column_that_is_personal
        nothing_of_anybody_else_is_in_it
        a_provider_finds_their_earnings_and_the_photos_that_they_took
        photos_that_were_sent_are_in_the_full_copy_alone
        """,
    ),
    *_of(
        "marketplace/tests/test_erasing.py",
        """
        nothing_happens_before_its_time
        nothing_of_a_customer_is_left_but_what_the_books_need
        nothing_of_a_provider_is_left_but_what_the_books_need
        a_closed_account_goes_after_three_years_unless_it_is_opened_again
        """,
    ),
    *_of(
        "marketplace/tests/test_old_orders.py",
        """
        orders_of_seven_years_ago_keep_their_figures_alone
        a_recurring_booking_that_ended_seven_years_ago_names_no_address
        """,
    ),
)

CASES: dict[str, Cases] = {
    "R8": Cases((*_AMOUNTS,), 6, "0, -1, 0.01, 1e9, NaN, another order's"),
    "T4": Cases((*_CLOCK_CHANGES,), 5, "both nights, the same slots"),
    "T9": Cases(_CACHES, 7, "the next read shows it"),
    "S5": Cases(_PASSWORDS, 12, "shortest and longest, common ones, 64 letters and more"),
    "S9": Cases(_SESSIONS, 12, "cookies, keys, sign-out, other devices"),
    "S10": Cases((*_FILES,), 30, "files refused or harmless; owner and reviewers alone, each look recorded"),
    "S11": Cases(
        _ADMIN_SITE,
        24,
        "staff with the second factor, own limit, money read-only, <= 15 statements a list of 100",
    ),
    "S13": Cases(_LIMITS, 13, "sizes, depth, ranges, pages of lists, three unpaid checkouts"),
    "S16": Cases(_PERSONAL_DATA, 13, "every personal column in the copy; what is kept, and how long"),
}
