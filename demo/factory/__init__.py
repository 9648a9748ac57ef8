"""Makes the people, providers, hours and orders that one test needs, by one call: POST /demo/factory.

Whatever it makes, it makes through the product's own rules, as a person would: an application is handed in
and approved, a week is set, an order is placed, paid at Stripe (or its stand-in) and moved on stage by stage.
So money, ledger, events and notices are what they always are. Every e-mail address is new, and nothing that
is there already is touched.
"""
