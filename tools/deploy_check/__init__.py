"""``make deploy-check``: docs/deploy.md carried out on a copy of this checkout, then used."""
