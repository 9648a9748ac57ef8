"""Makes the people, providers, hours and orders that one test needs, by one call: POST /demo/factory.

It uses the product's own rules, as a person would: an application is submitted and approved, a week is set,
an order is placed, paid at Stripe (or its stand-in) and moved through its statuses. So ledger, events and
notices are consistent. Every email address is new, and existing data is not changed.
"""
