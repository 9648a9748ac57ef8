"""URLs of signing in through Google and Apple, which a browser navigates to."""

from collections.abc import Callable

from allauth.socialaccount.providers.apple import views as apple
from allauth.socialaccount.providers.google import views as google
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView, OAuth2LoginView
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.sessions.backends.base import UpdateError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts import social_connections
from accounts.social_adapters import back_to_security, back_to_sign_in
from marketplace import clock
from marketplace.http.redirects import safe_page
from marketplace.http.throttling import SocialSignInThrottle

View = Callable[[HttpRequest], HttpResponse]
# Of all that Apple posts, which the session holds until the sign-in is finished; a token has some 2,000.
MOST_CHARACTERS = 16_000


class AppleAdapter(apple.AppleOAuth2Adapter):  # type: ignore[misc]  # allauth is untyped
    """Apple, with its own error code for a cancelled sign-in."""

    login_cancelled_error = "user_cancelled_authorize"


def _is_configured(name: str) -> bool:
    return name in settings.SOCIALACCOUNT_PROVIDERS


def _way_out(name: str, leave: View) -> View:
    """Return the view that redirects to a provider, passing on the return path and nothing else."""

    @require_safe
    def way_out(request: HttpRequest) -> HttpResponse:
        way_back = safe_page(request.GET.get("next", ""))
        if not _is_configured(name):
            return back_to_sign_in(f"{name}_not_configured", path=way_back)
        if not SocialSignInThrottle().is_allowed(request):
            return back_to_sign_in(f"{name}_failed", path=way_back)
        query = QueryDict(mutable=True)
        query["next"] = way_back
        if "connect" in request.GET:
            if not social_connections.is_begun(request, provider=name, now=clock.now()):
                return back_to_security(f"{name}_not_begun")
            query["process"] = "connect"
        request.GET = query  # type: ignore[assignment]  # allauth reads it from here
        return leave(request)

    return way_out


def _way_in(name: str, arrive: View) -> View:
    """Return the view of a provider's callback."""

    def way_in(request: HttpRequest) -> HttpResponse:
        if not _is_configured(name):
            return back_to_sign_in(f"{name}_not_configured")
        if _is_too_long(request) or not SocialSignInThrottle().is_allowed(request):
            return back_to_sign_in(f"{name}_failed")
        is_begun = social_connections.is_begun(request, provider=name, now=clock.now())
        try:
            return arrive(request)
        except UpdateError:
            # Its owner has ended this session meanwhile, which allauth then cannot save.
            logout(request)
            return back_to_security(f"{name}_not_begun") if is_begun else back_to_sign_in(f"{name}_failed")

    return way_in


def _is_too_long(request: HttpRequest) -> bool:
    return sum(len(value) for value in request.POST.values()) > MOST_CHARACTERS


_apple_arrives = csrf_exempt(require_POST(_way_in("apple", apple.oauth2_callback)))

urlpatterns: list[URLPattern] = [
    path("google", _way_out("google", google.oauth2_login), name="google_login"),
    path(
        "google/callback",
        require_safe(_way_in("google", google.oauth2_callback)),
        name="google_callback",
    ),
    path("apple", _way_out("apple", OAuth2LoginView.adapter_view(AppleAdapter)), name="apple_login"),
    # Apple's callback is a cross-site POST; the state is checked in the second request.
    path("apple/callback", _apple_arrives, name="apple_callback"),
    path(
        "apple/callback/finish",
        require_safe(_way_in("apple", OAuth2CallbackView.adapter_view(AppleAdapter))),
        name="apple_finish_callback",
    ),
]
