"""Inside the shop's own process: synchronous views call the API, and webhooks arrive at synchronous views."""

import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import requests
import stripe
from asgiref.sync import sync_to_async

from demo.stripe_standin.app import Standin, mounted
from demo.stripe_standin.settings import SECRET_KEY, WEBHOOK_SECRET, StandinSettings
from demo.stripe_standin.testing import serving
from demo.stripe_standin.tests.conftest import AT_ONCE
from demo.stripe_standin.transport import PageResponse, read_body, send_response


def test_synchronous_views_of_the_same_process_neither_block_it_nor_wait_for_ever(tmp_path):
    data, total = [], threading.Event()

    def pay():
        return client.v1.payment_intents.create(AT_ONCE | {"payment_method": "pm_card_visa"}).status

    def hear(body, signature):
        event = stripe.Webhook.construct_event(body, signature, WEBHOOK_SECRET)
        client.v1.events.retrieve(event.id)
        data.append(event.type)
        if len(data) == 60:
            total.set()
        return "heard"

    async def shop(scope, receive, send):
        body = await read_body(receive, 10**6)
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        act = (lambda: hear(body, headers["stripe-signature"])) if scope["path"] == "/webhook" else pay
        # As Django runs its synchronous views: all of them in one thread.
        response = await sync_to_async(act, thread_sensitive=True)()
        await send_response(send, PageResponse.json(200, response))

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
        client = stripe.StripeClient(
            SECRET_KEY,
            base_addresses={"api": f"{origin}/stripe-standin"},
            http_client=stripe.RequestsClient(timeout=10),
        )
        settings = StandinSettings(
            data_dir=tmp_path, prefix="/stripe-standin", webhook_url=f"{origin}/webhook"
        )
        with serving(mounted(shop, Standin(settings)), listener):
            with ThreadPoolExecutor(8) as pool:
                responses = list(pool.map(lambda _: requests.post(origin, timeout=10).json(), range(20)))
            assert total.wait(10)

    assert responses == ["succeeded"] * 20
    assert sorted(set(data)) == ["charge.succeeded", "payment_intent.created", "payment_intent.succeeded"]
