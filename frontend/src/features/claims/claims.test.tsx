import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Claim } from "@/api/types";
import { setOnline } from "@/test/connection";
import { axeViolations, renderScreen } from "@/test/render";
import { makeOrder, nothingAsked, serve, signedIn } from "@/test/server";
import { receiveUploads } from "@/test/uploads";

import { JobClaims } from "./job-claims";
import { OrderClaims } from "./order-claims";

const order = makeOrder({ status: "completed" });
const path = `/api/orders/${order.id}/claims`;
const session = { "GET /api/auth/session": { body: signedIn } };
const until = "2026-11-21T14:00:00Z";
const claim: Claim = {
  id: "44444444-4444-4444-8444-444444444444",
  state: "answer",
  item: "shirt",
  description: "A red stain.",
  price: "80.00",
  ageMonths: 18,
  photos: [],
  reportedAt: "2026-11-20T15:00:00Z",
  answerBy: "2026-11-22T15:00:00Z",
  statement: null,
  decision: null,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T16:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

test("damage is reported while there is time for it", async () => {
  const server = serve({
    ...session,
    [`GET ${path}`]: { body: { reportableUntil: until, claims: [] } },
    [`POST ${path}`]: { status: 201, body: { reportableUntil: null, claims: [claim] } },
  });
  const { user, container } = renderScreen(<OrderClaims order={order} />);

  expect(await screen.findByText(/Report it by/)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Report damage" }));
  const dialog = await screen.findByRole("dialog", { name: "Report damage" });
  await user.click(within(dialog).getByRole("button", { name: "Send report" }));
  expect(within(dialog).getByText("Please say what happened")).toBeVisible();
  await user.type(within(dialog).getByLabelText(/^What happened/), " A red stain. ");
  await user.type(within(dialog).getByLabelText(/^Price when new/), "79,50");
  await user.click(within(dialog).getByRole("button", { name: "Send report" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(server.callsOf(`POST ${path}`)[0]?.body).toEqual({
    description: "A red stain.",
    item: "other",
    price: "79.50",
    ageMonths: null,
    photos: [],
  });
});

test("what is refused stays typed, behind no dialog", async () => {
  serve({
    ...session,
    [`GET ${path}`]: { body: { reportableUntil: until, claims: [] } },
    [`POST ${path}`]: {
      status: 409,
      body: { message: "Damage can be reported within 24 hours.", code: "claim_window_over" },
    },
  });
  const { user } = renderScreen(<OrderClaims order={order} />);
  await user.click(await screen.findByRole("button", { name: "Report damage" }));
  const dialog = await screen.findByRole("dialog", { name: "Report damage" });
  await user.type(within(dialog).getByLabelText(/^What happened/), "A red stain.");
  await user.type(within(dialog).getByLabelText(/^Price when new/), "many");
  await user.click(within(dialog).getByRole("button", { name: "Send report" }));
  expect(within(dialog).getByText(/^Enter an amount/)).toBeVisible();
  await user.clear(within(dialog).getByLabelText(/^Price when new/));

  await user.click(within(dialog).getByRole("button", { name: "Send report" }));

  expect(await within(dialog).findByText("Damage can be reported within 24 hours.")).toBeVisible();
  expect(within(dialog).getByLabelText(/^What happened/)).toHaveValue("A red stain.");
});

test("nothing is said where there is no claim and none can be made", async () => {
  const server = serve({ ...session, [`GET ${path}`]: { body: { reportableUntil: null, claims: [] } } });
  renderScreen(<OrderClaims order={order} />);

  await waitFor(() => expect(server.callsOf(`GET ${path}`)).toHaveLength(1));
  expect(screen.queryByRole("heading")).not.toBeInTheDocument();
});

test("the customer reads the provider's view and the decision", async () => {
  const decided: Claim = {
    ...claim,
    state: "refunded",
    statement: "It was there before.",
    photos: [{ id: "p1", url: `/api/orders/${order.id}/photos/p1`, byCustomer: true }],
    decision: { amount: "10.00", reason: "The photo shows it.", at: "2026-11-20T15:30:00Z" },
  };
  serve({ ...session, [`GET ${path}`]: { body: { reportableUntil: null, claims: [decided] } } });
  const { container } = renderScreen(<OrderClaims order={order} />);

  expect(await screen.findByText("CHF 10.00 goes back to you.")).toBeVisible();
  expect(screen.getByText("The photo shows it.")).toBeVisible();
  expect(screen.getByText("It was there before.")).toBeVisible();
  expect(screen.getByRole("img", { name: "Photo 1 of the damage" })).toBeVisible();
  expect(screen.getByText("Money returned")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("the provider says their view", async () => {
  const job = makeOrder({
    status: "completed",
    claimState: "answer",
    customer: { id: "c1", firstName: "Alice", lastName: "M", phone: null },
  });
  const server = serve({
    ...session,
    [`GET ${path}`]: { body: { reportableUntil: null, claims: [claim] } },
    [`POST ${path}/${claim.id}/statement`]: { body: { ...claim, state: "review" } },
  });
  const { user, container } = renderScreen(<JobClaims order={job} />);
  expect(await screen.findByText("A red stain.")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.type(screen.getByRole("textbox", { name: /^Your view of it/ }), "It was there before.");

  await user.click(screen.getByRole("button", { name: "Send my view" }));

  await waitFor(() =>
    expect(server.callsOf(`POST ${path}/${claim.id}/statement`)[0]?.body).toEqual({
      statement: "It was there before.",
      photos: [],
    }),
  );
});

test.each([
  ["customer", OrderClaims, "Bruno did not answer in time. We decide, and tell you."],
  ["provider", JobClaims, /^You can still give your view until we decide\./],
])("after the time for an answer the %s reads no deadline", async (_, Claims, sentence) => {
  vi.setSystemTime("2026-11-22T15:00:00Z");
  serve({ ...session, [`GET ${path}`]: { body: { reportableUntil: null, claims: [claim] } } });
  renderScreen(<Claims order={makeOrder({ status: "completed", claimState: "answer" })} />);

  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByText("We are deciding")).toBeVisible();
  expect(screen.queryByText(/22 Nov/)).not.toBeInTheDocument();
});

const photoNamed = (id: string): object => ({ id, url: `/photos/${id}`, byCustomer: true });
const photoFile = (name: string): File => new File(["…"], name, { type: "image/jpeg" });

test("a report waits for the photo that is on its way", async () => {
  const server = serve({
    ...session,
    [`GET ${path}`]: { body: { reportableUntil: until, claims: [] } },
    [`POST ${path}`]: { status: 201, body: { reportableUntil: null, claims: [claim] } },
  });
  const sent = receiveUploads();
  const { user } = renderScreen(<OrderClaims order={order} />);
  await user.click(await screen.findByRole("button", { name: "Report damage" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report damage" }));
  await user.type(dialog.getByLabelText(/^What happened/), "A red stain.");
  await user.upload(dialog.getByLabelText("Add a photo"), photoFile("stain.jpg"));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(dialog.getByRole("button", { name: "Wait for the photo" })).toBeDisabled();

  act(() => sent[0]?.respond(201, photoNamed("p1")));
  await user.click(await dialog.findByRole("button", { name: "Send report" }));

  await waitFor(() => expect(server.callsOf(`POST ${path}`)[0]?.body).toMatchObject({ photos: ["p1"] }));
});

const removal = `DELETE /api/orders/${order.id}/photos/p1`;

test("a photo that was removed while another one was on its way does not come back", async () => {
  const server = serve({
    ...session,
    [`GET ${path}`]: { body: { reportableUntil: until, claims: [] } },
    [removal]: { status: 204 },
  });
  const sent = receiveUploads();
  const { user } = renderScreen(<OrderClaims order={order} />);
  await user.click(await screen.findByRole("button", { name: "Report damage" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report damage" }));
  await user.upload(dialog.getByLabelText("Add a photo"), photoFile("first.jpg"));
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => sent[0]?.respond(201, photoNamed("p1")));
  await dialog.findByRole("img");
  await user.upload(await dialog.findByLabelText("Add a photo"), photoFile("second.jpg"));
  await waitFor(() => expect(sent).toHaveLength(2));

  await user.click(dialog.getByRole("button", { name: "Remove photo 1" }));
  act(() => sent[1]?.respond(201, photoNamed("p2")));

  const shown = (): (string | null)[] => dialog.getAllByRole("img").map((image) => image.getAttribute("src"));
  await waitFor(() => expect(shown()).toEqual(["/photos/p2"]));
  expect(server.callsOf(removal)).toHaveLength(1);
});

test("a photo that cannot be removed stays, and that is said", async () => {
  const { user, server, sent } = await uploadInReport();
  act(() => sent[0]?.respond(201, photoNamed("p1")));
  const remove = await screen.findByRole("button", { name: "Remove photo 1" });
  server.setHandlers({ [removal]: { status: 503, body: { message: "Try again in a moment.", code: "unavailable" } } });

  await user.click(remove);

  expect(await screen.findByRole("alert")).toHaveTextContent("The photo was not removedTry again in a moment.");
  expect(screen.getByRole("img")).toHaveAttribute("src", "/photos/p1");
  server.setHandlers({ [removal]: { status: 404, body: { message: "Not found.", code: "not_found" } } });
  await user.click(remove);
  await waitFor(() => expect(screen.queryByRole("img")).not.toBeInTheDocument());
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("without a connection no photo is removed", async () => {
  const { sent } = await uploadInReport();
  act(() => sent[0]?.respond(201, photoNamed("p1")));
  expect(await screen.findByRole("button", { name: "Remove photo 1" })).toBeEnabled();

  setOnline(false);
  act(() => void window.dispatchEvent(new Event("offline")));

  expect(screen.getByRole("button", { name: "Remove photo 1" })).toBeDisabled();
});

test("the provider's view waits for its photo, and can be sent without one that was refused", async () => {
  const server = serve({
    ...session,
    [`GET ${path}`]: { body: { reportableUntil: null, claims: [claim] } },
    [`POST ${path}/${claim.id}/statement`]: { body: { ...claim, state: "review" } },
  });
  const sent = receiveUploads();
  const { user } = renderScreen(<JobClaims order={makeOrder({ status: "completed", claimState: "answer" })} />);
  await user.type(await screen.findByRole("textbox", { name: /^Your view of it/ }), "It was there before.");
  await user.upload(screen.getByLabelText("Add a photo"), photoFile("before.jpg"));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.getByRole("button", { name: "Wait for the photo" })).toBeDisabled();

  act(() => sent[0]?.respond(400, { message: "This picture is damaged.", code: "unreadable_file" }));
  expect(await screen.findByText("This picture is damaged.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send my view" }));

  await waitFor(() => expect(server.callsOf(`POST ${path}/${claim.id}/statement`)).toHaveLength(1));
});

/** Opens the report, and begins to upload a photo in it. */
async function uploadInReport(): Promise<
  ReturnType<typeof renderScreen> & { server: ReturnType<typeof serve>; sent: ReturnType<typeof receiveUploads> }
> {
  const server = serve({
    ...session,
    [`GET ${path}`]: { body: { reportableUntil: until, claims: [] } },
    [`POST ${path}`]: { status: 201, body: { reportableUntil: null, claims: [claim] } },
    [removal]: { status: 204 },
  });
  const sent = receiveUploads();
  const view = renderScreen(<OrderClaims order={order} />);
  await view.user.click(await screen.findByRole("button", { name: "Report damage" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report damage" }));
  await view.user.upload(dialog.getByLabelText("Add a photo"), photoFile("stain.jpg"));
  await waitFor(() => expect(sent).toHaveLength(1));
  return { ...view, server, sent };
}

test("a photo arrives in the report that was closed while it was on its way, and goes out with it", async () => {
  const { user, server, sent } = await uploadInReport();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

  act(() => sent[0]?.respond(201, photoNamed("p1")));
  await nothingAsked();
  await user.click(screen.getByRole("button", { name: "Report damage" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report damage" }));
  expect(await dialog.findByRole("img")).toHaveAttribute("src", "/photos/p1");
  await user.type(dialog.getByLabelText(/^What happened/), "A red stain.");
  await user.click(dialog.getByRole("button", { name: "Send report" }));

  await waitFor(() => expect(server.callsOf(`POST ${path}`)[0]?.body).toMatchObject({ photos: ["p1"] }));
});

test("a report that is opened again waits for the photo that is still on its way", async () => {
  const { user, sent } = await uploadInReport();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("button", { name: "Report damage" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report damage" }));
  expect(dialog.getByRole("button", { name: "Wait for the photo" })).toBeDisabled();
  act(() => sent[0]?.goneOut(0.5));
  expect(await dialog.findByLabelText("Sending... 50%")).toBeDisabled();

  act(() => sent[0]?.respond(201, photoNamed("p1")));

  expect(await dialog.findByRole("img")).toHaveAttribute("src", "/photos/p1");
  expect(dialog.getByRole("button", { name: "Send report" })).toBeEnabled();
});

test("a photo that was refused after its report was closed says so", async () => {
  const { user, sent } = await uploadInReport();
  await user.click(screen.getByRole("button", { name: "Close" }));

  act(() => sent[0]?.respond(400, { message: "This picture is damaged.", code: "unreadable_file" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("The photo was not sentThis picture is damaged.");
});

test("a photo that was on its way in a discarded report is not in the next one", async () => {
  const { user, server, sent } = await uploadInReport();
  await user.type(screen.getByLabelText(/^What happened/), "A red stain.");
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(await screen.findByRole("button", { name: "Discard it" }));

  act(() => sent[0]?.respond(201, photoNamed("p1")));
  await waitFor(() => expect(server.callsOf(removal)).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Report damage" }));

  const dialog = within(await screen.findByRole("dialog", { name: "Report damage" }));
  expect(dialog.getByLabelText(/^What happened/)).toHaveValue("");
  expect(dialog.queryByRole("img")).not.toBeInTheDocument();
  expect(dialog.getByRole("button", { name: "Send report" })).toBeEnabled();
});
