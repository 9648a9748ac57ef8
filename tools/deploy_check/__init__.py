"""``make deploy-check``: follow docs/deploy.md on a copy of this checkout, then use the site."""
