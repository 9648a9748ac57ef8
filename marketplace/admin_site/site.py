"""Sign-in and second factor of the admin site. Part of the top layer.

Staff who are signed in to the web app get in directly; ``/admin/login/`` stays Django's own form,
rate-limited like the app's. A second factor (a code of an authenticator app, or a passkey) is required where
the settings demand it, and from everybody who has set one up.
"""

from typing import Any

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import AuthenticationForm
from unfold.sites import UnfoldAdminSite
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from accounts import factors, limits, operators, reauthentication, second_factor, sign_in_steps
from accounts.clients import client_of, proof_of, set_device_cookie, with_device
from accounts.hashing import PasswordsBusy
from accounts.limits import Client
from accounts.models import User
from accounts.second_factor import WrongCode
from accounts.sign_in_steps import Held
from accounts.signing_in import WrongCredentials, account_of_credentials
from marketplace import audit, clock
from marketplace.admin_site.files import open_file
from marketplace.admin_site.search import search_page
from marketplace.errors import DomainError
from marketplace.http.redirects import safe_path
from marketplace.http.throttling import Throttled


class LoginForm(AuthenticationForm):  # type: ignore[misc]  # unfold is untyped
    """Django's form, with the app's rate limits and known clients."""

    def clean(self) -> dict[str, Any]:
        """Authenticate, or report wrong credentials or too many attempts."""
        email, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if email and password:
            client = with_device(client_of(self.request))
            try:
                account = account_of_credentials(
                    email=email, password=password, client=client, now=clock.now()
                )
            except WrongCredentials as error:
                raise self.get_invalid_login_error() from error
            except (Throttled, PasswordsBusy) as error:
                raise ValidationError(error.message, code=error.code) from error
            self.confirm_login_allowed(account)
            if account.has_second_step:
                # The password alone opens nothing, neither the admin site nor the web app.
                sign_in_steps.hold(self.request, account, way="password", now=clock.now())
                self.request.has_taken_first_step = True
                raise ValidationError(_("Please enter the code from your authenticator app."))
            self.user_cache, self.request.has_come = account, (account.pk, client)
        cleaned: dict[str, Any] = self.cleaned_data
        return cleaned


class TokenForm(forms.Form):
    """The code of the authenticator app, or one of the recovery codes."""

    token = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=16,
        widget=UnfoldAdminTextInputWidget(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "autofocus": True}
        ),
    )


class OwnerForm(forms.Form):
    """The password, for what a session alone must not do; an account without one is not asked."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "current-password", "autofocus": True}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not user.has_usable_password():
            del self.fields["password"]


def _way_back(request: HttpRequest) -> str:
    asked = safe_path(request.GET.get("next", ""))
    return asked if asked != "/" else reverse("admin:index")


class OperatorSite(UnfoldAdminSite):  # type: ignore[misc]  # unfold is untyped
    """The admin site."""

    login_form = LoginForm

    def has_permission(self, request: HttpRequest) -> bool:
        return operators.is_operator(request.user)

    def may(self, request: HttpRequest, permission: str) -> bool:
        """Return whether the caller may do one act, as in ``orders.cancel_order``."""
        return operators.may(request.user, permission)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the form; redirect staff who only lack the second factor to its page."""
        if super().has_permission(request) and not self.has_permission(request):
            way_back = safe_path(request.GET.get("next", ""))
            return redirect_to_login(way_back, reverse("admin:second_factor"))
        if "next" not in request.GET:
            # Without ``next`` the form would lead back to itself: lead to the dashboard.
            where_to = f"{request.path}?{urlencode({'next': reverse('admin:index')})}"
            extra_context = (extra_context or {}) | {"app_path": where_to}
        response: HttpResponse = super().login(request, extra_context)
        if getattr(request, "has_taken_first_step", False):
            return redirect_to_login(_way_back(request), reverse("admin:second_factor"))
        if come := getattr(request, "has_come", None):
            account_id, client = come
            sign_in_steps.note_way(request, "password")
            limits.remember_client(user_id=account_id, client=client, now=clock.now())
            set_device_cookie(response, client)
        return response

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Leave out Django's "view on site": no model here has such a page, and malformed ids would raise."""
        return [url for url in super().get_urls() if getattr(url, "name", "") != "view_on_site"]

    def extra_urls(self) -> list[URLPattern]:
        """Add files, the search, and the pages of the second factor, which need no second factor."""
        return [
            path("files/<path:path>", self.admin_view(open_file), name="file"),
            path("find/", self.admin_view(search_page), name="find"),
            path("second-factor/", self.second_factor, name="second_factor"),
        ]

    def second_factor(self, request: HttpRequest) -> HttpResponse:
        """Ask for the code, or show how to set up the authenticator app."""
        if not super().has_permission(request):
            first_step = sign_in_steps.held(request, now=clock.now())
            if first_step is None or not first_step.user.is_staff:
                return redirect_to_login(request.path, reverse("admin:login"))
            return self._ask(request, first_step)
        user: Any = request.user
        if user.has_second_factor:
            return self._ask(request, Held(user, sign_in_steps.way_of(request)))
        return self._set_up(request, user)

    def _ask(self, request: HttpRequest, first_step: Held) -> HttpResponse:
        form = TokenForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            client = with_device(client_of(request))
            try:
                self._open(request, first_step, form.cleaned_data["token"], client)
            except (WrongCode, Throttled) as error:
                form.add_error("token", error.message)
            else:
                response = HttpResponseRedirect(_way_back(request))
                set_device_cookie(response, client)
                return response
        user = first_step.user
        by_passkey = f"{sign_in_steps.PAGE}?{urlencode({'next': _way_back(request)})}"
        return self._page(
            request,
            form=form if user.has_second_step else None,
            by_passkey=by_passkey if factors.passkeys_of(user) else "",
        )

    def _open(self, request: HttpRequest, first_step: Held, code: str, client: Client) -> None:
        now = clock.now()
        factor_id = second_factor.accept_code(user=first_step.user, code=code, client=client, now=now)
        sign_in_steps.open_session(
            request, first_step.user, client=client, way=first_step.way, factor_id=factor_id, now=now
        )

    def _set_up(self, request: HttpRequest, user: User) -> HttpResponse:
        now = clock.now()
        begun = factors.app_begun(user, now) if "token" in request.POST else None
        if begun is None:
            return self._begin(request, user)
        form = TokenForm(request.POST)
        if form.is_valid():
            try:
                codes = second_factor.turn_on_app(user=user, code=form.cleaned_data["token"], now=now)
            except DomainError as error:
                form.add_error("token", error.message)
            else:
                return self._confirmed(request, user, codes)
        return self._page(request, form=form, picture=begun.picture, secret=begun.secret)

    def _begin(self, request: HttpRequest, user: User) -> HttpResponse:
        """Ask who it is, then show the new app: it shuts out whoever does not have it."""
        form = OwnerForm(user, request.POST if request.method == "POST" else None)
        if form.is_valid():
            now = clock.now()
            proof = proof_of(request, password=form.cleaned_data.get("password", ""))
            try:
                reauthentication.check_owner(user=user, proof=proof, now=now)
            except DomainError as error:
                form.add_error("password" if "password" in form.fields else None, error.message)
            else:
                setup = factors.begin_app(user, now)
                return self._page(request, form=TokenForm(), picture=setup.picture, secret=setup.secret)
        return self._page(request, owner_form=form)

    def _confirmed(self, request: HttpRequest, user: User, codes: list[str]) -> HttpResponse:
        audit.record(user_id=user.pk, about=user, sentence="Set up a second factor.")
        app = factors.app_of(user)
        sign_in_steps.open_session(
            request,
            user,
            client=with_device(client_of(request)),
            way=sign_in_steps.way_of(request),
            factor_id=app.id if app else None,
            now=clock.now(),
        )
        return self._page(request, codes=codes)

    def _page(self, request: HttpRequest, **context: Any) -> HttpResponse:
        context |= self.each_context(request) | {"title": _("Second factor")}
        response = TemplateResponse(request, "admin/second_factor.html", context)
        response["Cache-Control"] = "no-store"
        return response
