"""Who gets into the back office, and with which proof. Part of the roof.

Staff who are signed in to the web app get in directly; ``/admin/login/`` stays Django's own form,
limited like the app's. A second factor (a code of an authenticator app) is required where the
settings say so, and of everybody who has set one up.
"""

import base64
from io import BytesIO
from typing import Any

import qrcode
import qrcode.image.svg
from django import forms
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.crypto import get_random_string
from django_otp import login as remember_second_factor
from django_otp import match_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from unfold.forms import AuthenticationForm
from unfold.sites import UnfoldAdminSite
from unfold.widgets import UnfoldAdminTextInputWidget

from accounts import operators
from accounts.api.clients import client_of, set_device_cookie, with_device
from accounts.models import User
from accounts.signing_in import WrongCredentials, account_of_credentials
from marketplace import clock
from marketplace.back_office.finding import search_page
from marketplace.http.redirects import safe_path
from marketplace.http.throttling import Throttled

BACKUP_CODES = 10


class LoginForm(AuthenticationForm):  # type: ignore[misc]  # unfold is untyped
    """Django's form, with the limits and the memory of the app's log-in."""

    def clean(self) -> dict[str, Any]:
        """Find the account, or say that the credentials are wrong or tried too often."""
        email, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if email and password:
            client = with_device(client_of(self.request))
            try:
                account = account_of_credentials(
                    email=email, password=password, client=client, now=clock.now()
                )
            except WrongCredentials as error:
                raise self.get_invalid_login_error() from error
            except Throttled as error:
                raise ValidationError(error.message, code=error.code) from error
            self.confirm_login_allowed(account)
            self.user_cache, self.request.known_client = account, client
        cleaned: dict[str, Any] = self.cleaned_data
        return cleaned


class TokenForm(forms.Form):
    """The code of the authenticator app, or one of the backup codes."""

    token = forms.CharField(
        label="Code",
        max_length=16,
        widget=UnfoldAdminTextInputWidget(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "autofocus": True}
        ),
    )


def _picture_of(address: str) -> str:
    """Return a QR code as an address that an image element shows."""
    target = BytesIO()
    qrcode.make(address, image_factory=qrcode.image.svg.SvgPathFillImage).save(target)
    return f"data:image/svg+xml;base64,{base64.b64encode(target.getvalue()).decode()}"


def _new_backup_codes(user: User) -> list[str]:
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name="Backup codes")
    codes = [get_random_string(10, "23456789abcdefghjkmnpqrstuvwxyz") for _ in range(BACKUP_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


class BackOffice(UnfoldAdminSite):  # type: ignore[misc]  # unfold is untyped
    """The admin site."""

    login_form = LoginForm

    def has_permission(self, request: HttpRequest) -> bool:
        """Let in operators."""
        return operators.is_operator(request.user)

    def may(self, request: HttpRequest, permission: str) -> bool:
        """Tell whether the caller may do one act, as in ``orders.cancel_order``."""
        return operators.may(request.user, permission)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the form; lead somebody who only owes the second factor to it."""
        if super().has_permission(request) and not self.has_permission(request):
            way_back = safe_path(request.GET.get("next", ""))
            return redirect_to_login(way_back, reverse("admin:second_factor"))
        response: HttpResponse = super().login(request, extra_context)
        if client := getattr(request, "known_client", None):
            set_device_cookie(response, client)
        return response

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Leave out Django's "view on site": nothing here has such a page, and bad ids fail there."""
        return [url for url in super().get_urls() if getattr(url, "name", "") != "view_on_site"]

    def extra_urls(self) -> list[URLPattern]:
        """Add the search, and the pages of the second factor, which are there before one is let in."""
        return [
            path("find/", self.admin_view(search_page), name="find"),
            path("second-factor/", self.second_factor, name="second_factor"),
        ]

    def second_factor(self, request: HttpRequest) -> HttpResponse:
        """Ask for the code, or help to set up the app that makes it."""
        if not super().has_permission(request):
            return redirect_to_login(request.path, reverse("admin:login"))
        user: Any = request.user
        if user.has_second_factor:
            return self._ask(request, user)
        return self._set_up(request, user)

    def _ask(self, request: HttpRequest, user: User) -> HttpResponse:
        form = TokenForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            device = match_token(user, form.cleaned_data["token"].strip())
            if device is not None:
                request.session.cycle_key()
                remember_second_factor(request, device)
                home = reverse("admin:index")
                asked = safe_path(request.GET.get("next", ""))
                return HttpResponseRedirect(asked if asked != "/" else home)
            form.add_error("token", "This code is wrong or has been used. Wait for the next one.")
        return self._page(request, form=form)

    def _set_up(self, request: HttpRequest, user: User) -> HttpResponse:
        form = TokenForm(request.POST if "token" in request.POST else None)
        if request.method != "POST":
            return self._page(request)
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)
            device, _ = TOTPDevice.objects.get_or_create(
                user=user, confirmed=False, defaults={"name": "Authenticator app"}
            )
            if form.is_bound and form.is_valid():
                if device.verify_token(form.cleaned_data["token"].strip()):
                    return self._confirmed(request, user, device)
                form.add_error("token", "This code is wrong. Is the clock of your phone right?")
        secret = base64.b32encode(device.bin_key).decode().rstrip("=")
        return self._page(request, form=form, picture=_picture_of(device.config_url), secret=secret)

    def _confirmed(self, request: HttpRequest, user: User, device: TOTPDevice) -> HttpResponse:
        device.confirmed = True
        device.save(update_fields=["confirmed"])
        request.session.cycle_key()
        remember_second_factor(request, device)
        return self._page(request, codes=_new_backup_codes(user))

    def _page(self, request: HttpRequest, **context: Any) -> HttpResponse:
        context |= self.each_context(request) | {"title": "Second factor"}
        response = TemplateResponse(request, "admin/second_factor.html", context)
        response["Cache-Control"] = "no-store"
        return response
