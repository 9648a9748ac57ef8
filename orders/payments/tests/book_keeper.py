"""An independent book-keeper: one order's money in Rappen, without our ledger."""

from collections import Counter
from dataclasses import dataclass

FEE = 250


@dataclass
class BookKeeper:
    """One order's money in Rappen, event by event."""

    at_stripe: int = 0
    still_to_return: int = 0
    by_bank: int = 0
    twice: int = 0
    returned: int = 0
    withdrawn: int = 0
    paid: int = 0
    borne: int = 0
    late_fee: int = 0
    paid_out: int = 0
    status: str = "pending"

    @property
    def left(self) -> int:
        """What is left of the payment."""
        return self.paid - self.returned - self.withdrawn

    def balances(self) -> dict[str, int]:
        """Return the expected balance of each account: debits above zero, credits below."""
        owed = Counter()
        if self.status == "completed":
            owed["provider"] = max(self.left + self.borne - FEE, 0)
        elif self.status == "cancelled":
            owed["provider"] = max(min(self.late_fee, self.left + self.borne), 0)
        if self.status != "completed":
            owed["customer"] = max(self.left - owed["provider"], 0)
        owed["platform"] = self.left - owed["provider"] - owed["customer"]
        owed["provider"] -= self.paid_out
        books = {account: -amount for account, amount in owed.items()} | {"paid_out": -self.paid_out}
        books |= {"stripe": self.at_stripe, "returns": self.twice - self.still_to_return}
        books |= {"bank": -self.by_bank}
        return {account: amount for account, amount in books.items() if amount}
