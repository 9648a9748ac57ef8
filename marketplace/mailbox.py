"""Email addresses: as they are stored, and as they are compared."""

from string import ascii_lowercase, ascii_uppercase

import idna

from marketplace.text import nfc

# Unicode's own rules would make a "k" of the Kelvin sign, which is another mailbox.
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
# Last parts of names that mean something in one network alone.
_PRIVATE = {"local", "localdomain", "localhost", "internal", "lan"}


def normalized(address: str) -> str:
    """Return an address as it is stored: as written, its domain in lower case and ASCII (IDNA)."""
    local, at, domain = nfc(address).strip().rpartition("@")
    return f"{local}@{_ascii(domain)}" if at else domain


def compared(address: str) -> str:
    """Return an address as it is compared: :func:`normalized`, in lower case."""
    return normalized(address).translate(_SMALL)


def _ascii(domain: str) -> str:
    if domain.isascii():
        return domain.translate(_SMALL)
    try:
        return idna.encode(domain, uts46=True).decode()
    except idna.IDNAError:
        return domain


def is_reachable(address: str) -> bool:
    """Tell whether a mail server without SMTPUTF8 can be asked to deliver to a normalized address.

    It delivers to names of the public network: not to a network address, nor to a machine of its own network.
    """
    labels = address.rpartition("@")[2].rstrip(".").split(".")
    is_public = len(labels) > 1 and labels[-1] not in _PRIVATE and not labels[-1].isdigit()
    return address.isascii() and is_public and not labels[0].startswith("[")
