"""How providers get their money: what can be paid out, the weekly run, paying, accounts, statements."""
