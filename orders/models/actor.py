"""Who acts upon an order."""

from dataclasses import dataclass
from uuid import UUID

from orders.models.choices import ActorRole


@dataclass(frozen=True)
class Actor:
    """Who acts, in which role; the system has no account."""

    role: ActorRole
    user_id: UUID | None = None


SYSTEM = Actor(ActorRole.SYSTEM)
