import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { axeViolations, enter } from "@/test/render";
import { makeListed } from "@/test/server";

import { NOW, bruno, confirm, open, serveBooking, street } from "./test-booking";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const winterthur = { postalCode: "8400", city: "Winterthur", canton: "ZH", latitude: 47.5, longitude: 8.7 };
const zurich = { postalCode: "8001", city: "Zürich", canton: "ZH", latitude: 47.4, longitude: 8.5 };
const LOCALITIES = {
  "GET /api/providers/8400": { body: [makeListed({ id: bruno.id })] },
  "GET /api/localities?q=8400": { body: [winterthur] },
  "GET /api/localities?q=8001": { body: [zurich] },
  "GET /api/localities?q=Zurich": { body: [zurich] },
  "GET /api/localities?q=Bern": { body: [] },
};
const code = (): HTMLElement => screen.getByLabelText("Postal code");
const city = (): HTMLElement => screen.getByLabelText("City");

async function write(field: HTMLElement, words: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.paste(words);
}

test("the city follows the postal code", async () => {
  const server = serveBooking(LOCALITIES);
  const { user } = await open();
  await enter(user, street(), "Marktgasse 3");

  await write(code(), "8400");

  await waitFor(() => expect(city()).toHaveValue("Winterthur"));
  await confirm(user);
  await waitFor(() =>
    expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({
      pickupAddress: "Marktgasse 3, Winterthur 8400",
    }),
  );
});

test("a city that was typed stays, and one of another code is asked about", async () => {
  serveBooking(LOCALITIES);
  const { user, container } = await open();

  await write(city(), "Bern");
  await write(code(), "8400");

  expect(await screen.findByText("8400 is Winterthur.")).toBeVisible();
  expect(city()).toHaveValue("Bern");
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Use Winterthur" }));
  expect(city()).toHaveValue("Winterthur");
  expect(screen.queryByText("8400 is Winterthur.")).toBeNull();
});

test("a city that is written in another language, or is a village of the code, is not asked about", async () => {
  const server = serveBooking({
    ...LOCALITIES,
    "GET /api/localities?q=Seen": { body: [winterthur] },
  });
  await open();

  await write(city(), "Bern");
  await write(code(), "8400");
  expect(await screen.findByText("8400 is Winterthur.")).toBeVisible();
  await write(city(), "Seen");

  await waitFor(() => expect(server.callsOf("GET /api/localities?q=Seen")).not.toEqual([]));
  await waitFor(() => expect(screen.queryByText("8400 is Winterthur.")).toBeNull());
  await write(city(), "Zurich");
  expect(await screen.findByText("8400 is Winterthur.")).toBeVisible();
  await write(code(), "8001");
  await waitFor(() => expect(screen.queryByText("8400 is Winterthur.")).toBeNull());
});
