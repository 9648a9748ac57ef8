"""The broker of the embedded default."""

import json
import threading
from uuid import uuid4

import pytest
from kombu import Connection, Exchange, Queue


@pytest.fixture
def queue():
    # Kombu keeps bindings for the whole process, so every test has its own names.
    name = f"work-{uuid4()}"
    return Queue(name, Exchange(name, type="direct"), routing_key=name)


@pytest.fixture
def broker(tmp_path):
    folders = {name: str(tmp_path) for name in ("data_folder_in", "data_folder_out", "control_folder")}

    def connect():
        return Connection("filesystem://", transport_options=folders | {"store_processed": False})

    return connect


def send(connection, queue, *, count, first=0):
    producer = connection.Producer(serializer="json")
    for number in range(first, first + count):
        producer.publish({"number": number}, exchange=queue.exchange, routing_key=queue.name, declare=[queue])


def test_hands_every_message_on_while_many_write(broker, queue):
    writers, each = 4, 100
    with broker() as reading:
        inbox = reading.SimpleQueue(queue)

        def write(first):
            with broker() as writing:
                send(writing, queue, count=each, first=first)

        threads = [threading.Thread(target=write, args=(number * each,)) for number in range(writers)]
        for thread in threads:
            thread.start()
        received = []
        for _ in range(writers * each):
            message = inbox.get(timeout=20)
            received.append(message.payload["number"])
            message.ack()
        for thread in threads:
            thread.join()

    assert sorted(received) == list(range(writers * each))


def test_a_file_under_way_is_not_taken_for_a_message(broker, queue, tmp_path):
    with broker() as connection:
        send(connection, queue, count=1)
        (message,) = tmp_path.glob("*.msg")
        message.rename(message.with_name(f"{message.name}.{'0' * 32}.new"))

        inbox = connection.SimpleQueue(queue)
        with pytest.raises(inbox.Empty):
            inbox.get(block=False)


def test_a_second_queue_keeps_the_first_ones_table(broker, queue, tmp_path):
    with broker() as connection:
        queue(connection.default_channel).declare()
        Queue("more", queue.exchange, routing_key="more")(connection.default_channel).declare()

    table = json.loads((tmp_path / f"{queue.name}.exchange").read_text())
    assert {queue for _, _, queue in table} == {queue.name, "more"}
