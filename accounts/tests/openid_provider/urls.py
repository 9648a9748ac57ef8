"""The provider's pages."""

from django.contrib.auth import get_user_model, login
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import path
from oauth2_provider.views import AuthorizationView, TokenView

from accounts.tests.openid_provider.claims import unconfirmed

FORM = (
    '<!doctype html><html lang="en"><title>Sign in</title><body><form method="post">'
    '<label>Your email <input name="email" type="email" required></label>'
    '<label><input name="unconfirmed" type="checkbox"> Not confirmed</label><button>Next</button></form>'
)


def sign_in(request):
    """Open a session for the address that somebody names, without a password."""
    if request.method != "POST":
        return HttpResponse(FORM)
    email = request.POST["email"]
    person, _ = get_user_model().objects.get_or_create(
        username=email, defaults={"email": email, "first_name": "Anna", "last_name": "Muster"}
    )
    if "unconfirmed" in request.POST:
        unconfirmed.add(email)
    login(request, person)
    return HttpResponseRedirect(request.GET["next"])


urlpatterns = [
    path("sign-in", sign_in),
    path("authorize/", AuthorizationView.as_view()),
    path("token/", TokenView.as_view()),
    path("favicon.ico", lambda _: HttpResponse(status=204)),
]
