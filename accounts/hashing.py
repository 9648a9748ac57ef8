"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, one lane: OWASP's figures for a server that shares its memory."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1
