"""What orders hold of people: what they get a copy of, and what is erased with their account."""
