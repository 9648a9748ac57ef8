import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Order } from "@/api/types";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { alice, makeListed, makeOrder, makeProvider, serve, signedIn, type TestServer } from "@/test/server";

import { HomePage } from "./home-page";

const ORDERS = `GET /api/orders/customer/${alice.id}`;
const SECOND = "33333333-3333-4333-8333-33333333aaaa";
const nora = {
  ...makeProvider({ user: { firstName: "Nora", lastName: "B", profileImageUrl: null } }),
  phone: "+41 44 111 11 11",
};

function serveOrders(...orders: Order[]): TestServer {
  return serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/providers/8001": { body: [makeListed()] },
    "GET /api/addresses": { body: [] },
    [ORDERS]: { body: orders },
  });
}

const running = (): Promise<HTMLElement> => screen.findByRole("region", { name: "Order in progress" });

test("home begins with the running order, and leads to it", async () => {
  const order = makeOrder({
    provider: nora,
    pickupTime: "2099-11-20T11:00:00Z",
    pickupUntil: "2099-11-20T12:00:00Z",
  });
  serveOrders(order);
  const { user, container } = renderScreen(<HomePage />);

  const region = await running();
  expect(region).toHaveTextContent("Nora comes Fri 20 Nov 2099, 12:00-13:00");
  const heading = screen.getByRole("heading", { level: 1 });
  expect(region.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(await axeViolations(container)).toEqual([]);

  await user.click(within(region).getByRole("link", { name: /Nora comes/ }));

  expect(addressNow(container)).toBe(`/tracking/${order.id}`);
});

test("of several running orders the next one is named, and how many more there are", async () => {
  serveOrders(
    makeOrder({ provider: nora, pickupTime: "2099-11-20T11:00:00Z" }),
    makeOrder({ id: SECOND, status: "delivery" }),
    makeOrder({ id: "33333333-3333-4333-8333-33333333bbbb", status: "completed" }),
    makeOrder({ id: "33333333-3333-4333-8333-33333333cccc", status: "pending", paymentStatus: "unpaid" }),
  );
  const { container, user } = renderScreen(<HomePage />);

  const region = await running();
  expect(within(region).getByRole("link", { name: "Bruno brings your laundry back now" })).toHaveAttribute(
    "href",
    `/tracking/${SECOND}`,
  );
  await user.click(within(region).getByRole("link", { name: "1 more order in progress" }));

  expect(addressNow(container)).toBe("/tracking");
});

test.each<[Partial<Order>, string]>([
  [{ status: "pending" }, "Waiting for Nora to confirm: Fri 20 Nov 2099, 12:00-13:00"],
  [{ status: "pickup" }, "Nora comes for your laundry now"],
  [{ status: "washing" }, "Nora has your laundry · back by Mon 23 Nov 2099"],
  [{ handBackBy: "2099-11-20T10:00:00Z" }, "Nora can't do your pickup. Somebody else may"],
  [
    { status: "washing", deadline: { step: "return", at: "2020-11-23T11:00:00Z" } },
    "Late: your laundry was due back by Mon 23 Nov 2020, 12:00",
  ],
])("the running order says where it stands: %j", async (fields, text) => {
  serveOrders(
    makeOrder({
      provider: nora,
      pickupTime: "2099-11-20T11:00:00Z",
      returnBy: "2099-11-23T11:00:00Z",
      ...fields,
    }),
  );
  renderScreen(<HomePage />);

  expect(await running()).toHaveTextContent(text);
});

test("without a running order home begins with its title", async () => {
  const server = serveOrders(makeOrder({ status: "completed" }));
  renderScreen(<HomePage />);
  await screen.findByRole("article");

  await waitFor(() => expect(server.callsOf(ORDERS)).not.toEqual([]));
  expect(screen.queryByRole("region", { name: "Order in progress" })).not.toBeInTheDocument();
});

test("a visitor is asked for no orders", async () => {
  const server = serve({ "GET /api/providers/8001": { body: [makeListed()] } });
  renderScreen(<HomePage />);

  await screen.findByRole("article");

  expect(server.calls.filter(({ path }) => path.startsWith("/api/orders"))).toEqual([]);
});
