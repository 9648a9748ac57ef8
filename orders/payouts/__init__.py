"""Payouts to providers: what can be paid out, the weekly run, paying, accounts, statements."""
