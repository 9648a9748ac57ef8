import { screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";

import type { Order, Session } from "@/api/types";
import { axeViolations, renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn, type TestServer } from "@/test/server";

import { TrackingPage } from "./tracking-page";

const withoutPhone = { ...signedIn, user: { ...alice, phone: "" } };
const PROFILE = "PATCH /api/profile";

function show(
  order: Order,
  session: Session = withoutPhone,
): { server: TestServer } & Pick<ReturnType<typeof renderScreen>, "user" | "container" | "unmount"> {
  const server = serve({
    "GET /api/auth/session": { body: session },
    [`GET /api/orders/${order.id}`]: { body: order },
    [`GET /api/orders/customer/${alice.id}`]: { body: [order] },
    [PROFILE]: { body: {} },
  });
  const page = (
    <Routes>
      <Route path="/tracking/:orderId" element={<TrackingPage />} />
    </Routes>
  );
  return { server, ...renderScreen(page, { at: `/tracking/${order.id}` }) };
}

const question = (): Promise<HTMLElement> => screen.findByRole("heading", { name: "So that Bruno can ring you" });

test("who has paid and left no phone is asked for one, and never again once it is there", async () => {
  const { server, user, container } = show(makeOrder());
  await question();
  expect(await axeViolations(container)).toEqual([]);
  expect(screen.getByLabelText("Phone")).toHaveAccessibleDescription(/Apart from them, only our support team does\./);

  await user.click(screen.getByRole("button", { name: "Save number" }));
  expect(screen.getByLabelText("Phone")).toHaveAccessibleDescription(/Please enter a phone number/);
  expect(server.callsOf(PROFILE)).toEqual([]);

  await user.type(screen.getByLabelText("Phone"), "079 123 45 67");
  server.setHandlers({ "GET /api/auth/session": { body: signedIn } });
  await user.click(screen.getByRole("button", { name: "Save number" }));

  expect(await screen.findByText("Number saved")).toBeVisible();
  expect(server.callsOf(PROFILE).map(({ body }) => body)).toEqual([{ phone: "079 123 45 67" }]);
  await waitFor(() => expect(screen.queryByLabelText("Phone")).not.toBeInTheDocument());
});

test("what is no number is said at the field, and stays there to be mended", async () => {
  const { server, user } = show(makeOrder());
  await question();
  const sentence = "That is no phone number.";
  server.setHandlers({
    [PROFILE]: { status: 400, body: { message: sentence, code: "invalid", fields: { phone: [sentence] } } },
  });

  await user.type(screen.getByLabelText("Phone"), "12");
  await user.click(screen.getByRole("button", { name: "Save number" }));

  await waitFor(() => expect(screen.getByLabelText("Phone")).toHaveAccessibleDescription(new RegExp(sentence)));
  expect(screen.getByLabelText("Phone")).toHaveValue("12");
});

test("a number that was typed is still there after a look elsewhere", async () => {
  const { user, unmount } = show(makeOrder());
  await question();
  await user.type(screen.getByLabelText("Phone"), "079 123");
  unmount();

  show(makeOrder());
  await question();

  expect(screen.getByLabelText("Phone")).toHaveValue("079 123");
});

test("who leaves none is not asked again on this device", async () => {
  const { user, unmount } = show(makeOrder());
  await question();

  await user.click(screen.getByRole("button", { name: "Not now" }));

  expect(screen.queryByLabelText("Phone")).not.toBeInTheDocument();
  unmount();
  show(makeOrder());
  await screen.findByRole("heading", { name: "Order details" });
  expect(screen.queryByLabelText("Phone")).not.toBeInTheDocument();
});

test.each([
  ["the order is not paid", makeOrder({ status: "pending", paymentStatus: "unpaid" }), withoutPhone],
  ["the order is over", makeOrder({ status: "completed" }), withoutPhone],
  ["the account has a phone", makeOrder(), signedIn],
])("nothing is asked where %s", async (_, order, session) => {
  show(order, session);

  const main = within(screen.getByRole("main"));
  await main.findByRole("heading", { name: "Order details" });
  expect(screen.queryByLabelText("Phone")).not.toBeInTheDocument();
});

const unconfirmed = { ...signedIn, user: { ...alice, emailVerified: false } };

test("who has not confirmed the address reads on a running order that its news comes in the app only", async () => {
  const { container } = show(makeOrder(), unconfirmed);

  expect(await screen.findByText(/Until you open it, news comes in the app only\.$/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Send again" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("an order that is over says nothing of the address", async () => {
  show(makeOrder({ status: "completed" }), unconfirmed);

  expect(await screen.findByText("Bruno K.")).toBeVisible();
  expect(screen.queryByText("Confirm your email address")).not.toBeInTheDocument();
});
