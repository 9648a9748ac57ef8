"""E-mail addresses, in one spelling for one mailbox."""

from string import ascii_lowercase, ascii_uppercase
from unicodedata import normalize

import idna

# Unicode's own rules would make a "k" of the Kelvin sign, which is another mailbox.
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)


def normalized(address: str) -> str:
    """Return an address as it is stored and compared: in lower case, its domain in ASCII (IDNA)."""
    local, at, domain = normalize("NFC", address).strip().rpartition("@")
    if not at:
        return domain.translate(_SMALL)
    return f"{local.translate(_SMALL)}@{_ascii(domain)}"


def _ascii(domain: str) -> str:
    if domain.isascii():
        return domain.translate(_SMALL)
    try:
        return idna.encode(domain, uts46=True).decode()
    except idna.IDNAError:
        return domain


def is_reachable(address: str) -> bool:
    """Tell whether a mail server without SMTPUTF8 can be asked to deliver to a normalized address."""
    return address.isascii()
