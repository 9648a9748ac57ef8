"""What the provider says of a person."""

from oauth2_provider.oauth2_validators import OAuth2Validator

# Addresses that their owner has not confirmed to this provider.
unconfirmed: set[str] = set()


class Claims(OAuth2Validator):
    oidc_claim_scope = None

    def get_additional_claims(self, request):
        person = request.user
        return {
            "email": person.email,
            "email_verified": person.email not in unconfirmed,
            "given_name": person.first_name,
            "family_name": person.last_name,
        }
