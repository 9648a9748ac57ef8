"""How an order comes about: addresses, price, eligibility, the time to return it, placing, rebooking."""
