import "fake-indexeddb/auto";

import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";

import { setPendingActions } from "@/offline/pending-actions";
import { actionsOf } from "@/offline/queue";
import { setOnline } from "@/test/connection";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { alice, serve, signedIn, type TestServer } from "@/test/server";
import { receiveUploads, type SentFile } from "@/test/uploads";

import { Conversation } from "./conversation";

const ORDER = "33333333-3333-4333-8333-333333333333";
const PATH = `/api/orders/${ORDER}/messages`;
const line = {
  id: "m1",
  body: "Hello",
  photoUrl: null as string | null,
  sentAt: "2026-11-20T08:00:00Z",
  mine: false,
  senderName: "Bruno K.",
};

type Shown = ReturnType<typeof renderScreen> & { server: TestServer; sent: SentFile[] };

const lost = (): never => {
  throw new TypeError("The connection was cut.");
};

/** Whom the customer writes to. */
const BRUNO = "44444444-4444-4444-8444-444444444444";

type Given = {
  providerId?: string;
  lines?: (typeof line)[];
  until?: string | null;
  side?: "customer" | "provider";
  /** Handlers that differ. */ server?: Parameters<typeof serve>[0];
};

function open({ lines = [line], until = null, side = "customer", providerId, server: others = {} }: Given = {}): Shown {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET ${PATH}`]: { body: lines },
    [`POST ${PATH}`]: { status: 201, body: { ...line, mine: true } },
    [`POST ${PATH}/read`]: { status: 204, body: "" },
    ...others,
  });
  const sent = receiveUploads();
  const conversation = <Conversation orderId={ORDER} side={side} providerId={providerId} until={until} />;
  return { ...renderScreen(conversation), server, sent };
}

const written = (server: TestServer): unknown[] => server.callsOf(`POST ${PATH}`).map(({ body }) => body);
const field = (): Promise<HTMLElement> => screen.findByRole("textbox", { name: "Your message" });

test("Enter sends, Shift and Enter is a new line", async () => {
  const { user, server, container } = open();

  await user.type(await field(), "One{Shift>}{Enter}{/Shift}two{Enter}");

  await waitFor(() => expect(written(server)).toEqual([{ body: "One\ntwo" }]));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Your message" })).toHaveValue(""));
  await user.type(await field(), "{Enter}");
  expect(written(server)).toHaveLength(1);
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["customer", "Please ring the bell."],
  ["provider", "I am at your door."],
] as const)("a %s says in one tap what is said in a hurry, and can still change it", async (side, words) => {
  const { user, server } = open({ side });

  await user.click(
    within(await screen.findByRole("list", { name: "Quick replies" })).getByRole("button", { name: words }),
  );
  expect(await field()).toHaveValue(words);
  await user.click(screen.getByRole("button", { name: "Send" }));

  await waitFor(() => expect(written(server)).toEqual([{ body: words }]));
});

test("what is typed stays above what is said in one tap, which another tap changes", async () => {
  const { user } = open();
  const quick = within(await screen.findByRole("list", { name: "Quick replies" }));
  await user.click(quick.getByRole("button", { name: "Please ring the bell." }));
  await user.click(quick.getByRole("button", { name: "I am at home." }));
  expect(await field()).toHaveValue("I am at home.");
  await user.clear(await field());
  await enter(user, await field(), "The key is under the mat. ");

  await user.click(quick.getByRole("button", { name: "Please ring the bell." }));

  expect(await field()).toHaveValue("The key is under the mat.\nPlease ring the bell.");
  await enter(user, await field(), "x".repeat(1960));
  expect(quick.getByRole("button", { name: "I am at home." })).toBeDisabled();
});

test("a photo goes out as it is chosen, and stands in the conversation", async () => {
  const { user, server, sent } = open();
  const photo = new File(["…"], "door.jpg", { type: "image/jpeg" });

  await user.upload(await screen.findByLabelText("Add a photo"), photo);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.route).toBe(`POST ${PATH}/photos`);
  act(() => sent[0]?.goneOut(0.5));
  expect(await screen.findByText("Uploading the photo, 50 %")).toBeVisible();

  const reply = { ...line, id: "m2", body: "", mine: true, photoUrl: `${PATH}/m2/photo` };
  server.setHandlers({ [`GET ${PATH}`]: { body: [line, reply] } });
  act(() => sent[0]?.respond(201, reply));

  expect(await screen.findByRole("img", { name: "Your photo" })).toHaveAttribute("src", `${PATH}/m2/photo`);
  expect(await screen.findByLabelText("Add a photo")).toBeEnabled();
});

test("why a photo was not taken stands until another one is chosen", async () => {
  const { user, sent } = open();

  await user.upload(await screen.findByLabelText("Add a photo"), new File(["…"], "door.jpg", { type: "image/jpeg" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() =>
    sent[0]?.respond(400, { message: "This picture is damaged. Please try another one.", code: "unreadable_file" }),
  );

  expect(await screen.findByRole("alert")).toHaveTextContent("Photo not sent");
  expect(screen.getByRole("alert")).toHaveTextContent("This picture is damaged. Please try another one.");
});

test("another photo after one that got no answer is another photo", async () => {
  const { user, sent } = open();
  const choose = async (name: string): Promise<void> =>
    user.upload(await screen.findByLabelText("Add a photo"), new File([name], name, { type: "image/jpeg" }));
  await choose("door.jpg");
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => sent[0]?.breakOff());
  await screen.findByRole("alert");

  await choose("bag.jpg");

  await waitFor(() => expect(sent).toHaveLength(2));
  const [first, second] = sent.map(({ headers }) => headers["idempotency-key"]);
  expect(first).toBeDefined();
  expect(second).not.toBe(first);
});

test("the last day to write on is said by its date", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T09:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  open({ until: "2026-11-27T09:00:00Z" });

  expect(await screen.findByText("You can write until Fri 27 Nov.")).toBeVisible();
});

test("after the end it says until when one can write, and then that it is closed", async () => {
  const { unmount } = open({ until: "2099-11-27T09:00:00Z" });
  expect(await screen.findByText(/You can write until/)).toBeVisible();
  expect(await field()).toBeVisible();
  unmount();

  open({ until: "2020-11-27T09:00:00Z" });
  expect(await screen.findByText(/This conversation is closed/)).toBeVisible();
  expect(screen.getByText("Hello")).toBeVisible();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});

test("without a connection one can write where nothing of the conversation was ever seen, and it says what is missing", async () => {
  const { user, server } = open({ server: { [`GET ${PATH}`]: lost } });
  setOnline(false);
  expect(await screen.findByText("What was written before needs a connection.")).toBeVisible();

  await user.type(await field(), "I am late.{Enter}");
  await vi.waitFor(async () =>
    expect((await actionsOf(alice.id)).map(({ data }) => data)).toEqual([{ body: "I am late." }]),
  );
  const actions = await actionsOf(alice.id);
  act(() => setPendingActions(actions));

  expect(within(screen.getByRole("log")).getByText("I am late.")).toBeVisible();
  expect(written(server)).toEqual([]);
  act(() => setPendingActions([]));
});

test("a conversation that is none of theirs has no place to write", async () => {
  open({
    server: { [`GET ${PATH}`]: { status: 404, body: { code: "not_found", message: "There is no such order." } } },
  });

  expect(await screen.findByText("There is no such order.")).toBeVisible();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});

test("what a provider writes as their job becomes another neighbor's is said not to be sent, and why", async () => {
  const gone = { status: 404, body: { code: "not_found", message: "There is no such order." } };
  const { user, server } = open({ side: "provider" });
  await user.type(await field(), "I am late.");
  server.setHandlers({ [`GET ${PATH}`]: gone, [`POST ${PATH}`]: gone });

  await user.click(screen.getByRole("button", { name: "Send" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("Message not sentThis job is not yours any more.");
  expect(screen.queryByText("There is no such order.")).not.toBeInTheDocument();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});

test("what comes while the tab is hidden is read once it is looked at", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const { user, server } = open();
  await screen.findByText("Hello");
  await user.type(await field(), "Hi");
  expect(server.callsOf(`POST ${PATH}/read`)).toEqual([]);

  visibility.mockReturnValue("visible");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));

  await waitFor(() => expect(server.callsOf(`POST ${PATH}/read`)).toHaveLength(1));
});

test("what is written to a neighbor names them, and stays in the field where another one does the order", async () => {
  const message = "Emil M. does your order now, so this message to another neighbor was not sent.";
  const refused = { status: 409, body: { code: "provider_changed", message } };
  const { user, server, sent } = open({ providerId: BRUNO, server: { [`POST ${PATH}`]: refused } });

  await user.type(await field(), "The key is with Nora.{Enter}");

  expect(await screen.findByText(message)).toBeVisible();
  expect(await field()).toHaveValue("The key is with Nora.");
  expect(written(server)).toEqual([{ body: "The key is with Nora.", providerId: BRUNO }]);
  await user.upload(await screen.findByLabelText("Add a photo"), new File(["…"], "door.jpg", { type: "image/jpeg" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.words).toEqual({ providerId: BRUNO });
});
