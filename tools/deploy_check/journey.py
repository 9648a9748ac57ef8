"""The actions on the installed site; a failed step gives up with a sentence that names it."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from tools.console import give_up, say
from tools.deploy_check import second_factor
from tools.deploy_check.http_client import Browser
from tools.deploy_check.mail import Mailbox
from tools.deploy_check.site import OPERATOR, PASSWORD, Site

DAYS_AHEAD = 3
# One task for each queue, safe at any time.
TASK_OF_QUEUE = {
    "sweeps": "providers.end_pauses",
    "mail": "marketplace.relay_mail",
    "push": "marketplace.relay_push",
    "stripe": "orders.reconcile_payments",
    "files": "orders.make_documents",
    "comparison": "orders.compare_all_payments",
    "nightly": "accounts.forget_attempts",
}
APPLICATION = {
    "personalInfo": {
        "firstName": "Bruno",
        "lastName": "Keller",
        "email": "bruno@example.org",
        "phone": "079 123 45 67",
        "address": "Langstrasse 5",
        "postalCode": "8004",
        "city": "Zürich",
    },
    "businessInfo": {
        "businessName": "Brunos Waschsalon",
        "businessType": "individual",
        "registrationNumber": "",
        "vatNumber": "",
        "serviceAreas": ["8001"],
        "experience": "",
    },
}
DOCUMENTS = ("idDocument", "insuranceCertificate")
PDF = b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
ORDER = {
    "serviceType": "standard",
    "weight": "10",
    "pickupAddress": "Bahnhofstrasse 1, 8001 Zürich",
    "deliveryAddress": "Bahnhofstrasse 1, 8001 Zürich",
}


class Journey:
    """A site, its mail server, and its users; ``browser`` opens a new browser."""

    def __init__(self, site: Site, mailbox: Mailbox, browser: Callable[[], Browser]) -> None:
        self.site = site
        self.mailbox = mailbox
        self.browser = browser
        self.operator, self.provider, self.customer = browser(), browser(), browser()

    def walk(self) -> None:
        """Do everything once."""
        for title, act in (
            ("is ready", self._is_ready),
            ("the operator signs in with a second factor", self._signs_in),
            ("registrations bring their mail", self._register),
            ("a provider applies, is approved and has hours", self._provider),
            ("an order is placed and cancelled, and an open page hears of it", self._order),
            ("beat starts the sweeps", self._beat),
            ("each queue is worked", self._queues),
        ):
            say(f"  {title}")
            act()

    def _is_ready(self) -> None:
        self.site.until("an answer of /healthz", self.browser().answers)
        for queue in TASK_OF_QUEUE:
            self._wait_for_word(queue, r" ready\.$")
        self._wait_for_word("beat", "beat: Starting")
        self.browser().get("/readyz")

    def _signs_in(self) -> None:
        codes = second_factor.sign_in(self.operator, email=OPERATOR, password=PASSWORD)
        second_factor.sign_in_again(self.browser(), email=OPERATOR, password=PASSWORD, code=codes[0])

    def _register(self) -> None:
        for browser, email in ((self.customer, "alice@example.org"), (self.provider, "bruno@example.org")):
            name = email.split("@", 1)[0].capitalize()
            browser.call(
                "POST", "/api/auth/register", {"email": email, "password": PASSWORD, "firstName": name}
            )
            self._wait_for_mail(email)

    def _wait_for_mail(self, email: str) -> None:
        self.site.until(f"mail to {email}", lambda: email in self.mailbox.recipients)

    def _provider(self) -> None:
        self.provider.call("PUT", "/api/provider-application", APPLICATION)
        for kind in DOCUMENTS:
            self.provider.upload(f"/api/provider-application/documents/{kind}", f"{kind}.pdf", PDF)
        self.provider.call("POST", "/api/provider-application/submit", {})
        self._approve()
        week = [{"dayOfWeek": day, "startTime": "08:00", "endTime": "18:00"} for day in range(7)]
        self.provider.call("PUT", "/api/provider/week", {"windows": week})

    def _approve(self) -> None:
        queue = self.operator.get("/admin/providers/application/?stage=submitted").text
        listed = re.search(r"/admin/providers/application/[^/\"?]+/(?=change/)", queue)
        if listed is None:
            give_up("Failed: the application that was handed in is not in the operator's list.")
        self.operator.submit(f"{listed[0]}approve/")

    def _order(self) -> None:
        provider_id = self._who(self.provider)["providerId"]
        day = date.today() + timedelta(days=DAYS_AHEAD)  # noqa: DTZ011, TID251 - the site runs by the machine
        query = f"providerId={provider_id}&startDate={day}&endDate={day}"
        slots = self.site.until("hours of the provider", lambda: self._slots(query))
        pickup = f"{slots[0]['date']}T12:00:00+00:00"
        order_payload = ORDER | {"providerId": provider_id, "pickupTime": pickup}
        order = self.customer.call("POST", "/api/orders", order_payload)
        page = self.customer.open_events()
        self.customer.call("POST", f"/api/orders/{order['id']}/cancellation", {})
        if not page.hears("order"):
            give_up("Failed: the open page did not hear that the order was cancelled.")

    def _who(self, browser: Browser) -> dict[str, Any]:
        user: dict[str, Any] = browser.get("/api/auth/session").json()["user"]
        return user

    def _slots(self, query: str) -> list[dict[str, Any]]:
        slots: list[dict[str, Any]] = self.customer.get(f"/api/time-slots?{query}").json()
        return slots

    def _beat(self) -> None:
        self._wait_for_word("beat", "Sending due task")

    def _queues(self) -> None:
        queued = "; ".join(f"print('queued', app.send_task('{task}').id)" for task in TASK_OF_QUEUE.values())
        output = self.site.carry_out_own(
            f'.venv/bin/python -c "from marketplace.celery import app; {queued}"'
        )
        ids = re.findall(r"queued (\S+)", output)
        for (queue, task), task_id in zip(TASK_OF_QUEUE.items(), ids, strict=True):
            self._wait_for_word(queue, re.escape(f"Task {task}[{task_id}] succeeded"))

    def _wait_for_word(self, process: str, pattern: str) -> None:
        self.site.until(f"{process} says {pattern!r}: this", lambda: self.site.said(process, pattern))
