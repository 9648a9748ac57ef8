import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { chiara, FRIDAY, home, LIST, openFor, unavailableProviders } from "@/test/recurring-page";
import { axeViolations, enter } from "@/test/render";
import { makeProvider } from "@/test/server";

import { RecurringPage } from "./recurring-page";

const NEAR = "GET /api/providers/8001";
const bruno = makeProvider();
const nearby = Array.from({ length: 12 }, (_, number) =>
  makeProvider({
    id: `60000000-0000-4000-8000-0000000000${(number + 10).toString()}`,
    user: { firstName: `Neighbor${number.toString()}`, lastName: "X", profileImageUrl: null },
  }),
);
const unavailable = (
  { id }: { id: string },
  reason = "provider_does_not_work",
): { providerId: string; reason: string } => ({ providerId: id, reason });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (handlers: Parameters<typeof openFor>[1] = {}): ReturnType<typeof openFor> =>
  openFor(<RecurringPage />, { [LIST]: { body: [] }, "GET /api/addresses": { body: [home] }, ...handlers });

const radios = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole("group", { name: "Choose a provider" })).getAllByRole("radio");
const namesOf = async (): Promise<string[]> =>
  (await radios()).map(
    (radio) => /[A-Z][a-z]+\d* \w\./.exec((radio as HTMLInputElement).labels?.[0]?.textContent ?? "")?.[0] ?? "",
  );

test("who works at the day and time stands first, and who does not says why", async () => {
  const { container } = open({ [unavailableProviders("1", "09:00")]: { body: [unavailable(bruno)] } });

  const [first, second] = await radios();
  expect(first).toHaveAccessibleName(/^Chiara R\./);
  expect(first).toBeEnabled();
  expect(second).toHaveAccessibleName(/^Bruno K\..*Does not work on this day at this time$/);
  expect(second).toBeDisabled();
  expect(await axeViolations(container)).toEqual([]);
});

test("each reason is told as it is", async () => {
  const reasons = ["provider_does_not_work", "not_served", "recurring_booking_exists"];
  const [one, two, three] = nearby;
  if (one === undefined || two === undefined || three === undefined) throw new Error("Too few neighbors.");
  open({
    [NEAR]: { body: [one, two, three, chiara] },
    [unavailableProviders("1", "09:00")]: {
      body: [one, two, three].map((who, index) => unavailable(who, reasons[index])),
    },
  });

  await radios();

  expect(screen.getByText("Does not work on this day at this time")).toBeVisible();
  expect(screen.getByText("Does not come to the delivery address")).toBeVisible();
  expect(screen.getByText("You have a recurring booking there at this time already")).toBeVisible();
});

test("six who can are offered, and three who cannot: the nearest of each", async () => {
  open({
    [NEAR]: { body: nearby },
    [unavailableProviders("1", "09:00")]: { body: [0, 2, 4, 6].map((index) => unavailable(nearby[index] ?? bruno)) },
  });

  expect(await namesOf()).toEqual([1, 3, 5, 7, 8, 9, 0, 2, 4].map((number) => `Neighbor${number.toString()} X.`));
});

test("another day asks anew, and whoever was chosen stays there and says why they cannot", async () => {
  const { user } = open({
    [NEAR]: { body: [...nearby.slice(0, 5), chiara] },
    [unavailableProviders("2", "09:00")]: {
      body: [...nearby.slice(0, 5), chiara].map((who) => unavailable(who)).slice(1),
    },
  });
  await user.click((await radios())[5] ?? document.body);

  await user.selectOptions(screen.getByLabelText("Day of the week"), "Tuesday");

  await waitFor(() =>
    expect(screen.getByRole("radio", { name: /^Chiara R\..*Does not work on this day at this time$/ })).toBeChecked(),
  );
  expect(await namesOf()).toEqual(["Neighbor0 X.", "Neighbor1 X.", "Neighbor2 X.", "Neighbor3 X.", "Chiara R."]);
});

test("where nobody works then it says so, and leads to another day or time", async () => {
  open({ [unavailableProviders("1", "09:00")]: { body: [unavailable(bruno), unavailable(chiara)] } });

  expect(
    await screen.findByText("Nobody nearby works at this day and time. Please choose another one below."),
  ).toBeVisible();
  for (const radio of await radios()) expect(radio).toBeDisabled();
});

test("who comes to the pickup is asked about the delivery, too", async () => {
  const { user } = open({ [unavailableProviders("1", "09:00", "8400")]: { body: [unavailable(bruno, "not_served")] } });
  await radios();
  const delivery = screen.getByLabelText("Delivery address");
  await user.clear(delivery);

  await enter(user, delivery, "Marktgasse 1, Winterthur 8400");

  await waitFor(() =>
    expect(screen.getByRole("radio", { name: /^Bruno K\..*Does not come to the delivery address$/ })).toBeDisabled(),
  );
});

test("what could not be asked can be asked again", async () => {
  const { user, server } = open({ [unavailableProviders("1", "09:00")]: { status: 500, body: "down" } });
  const retryButton = await screen.findByRole("button", { name: "Try again" });
  server.setHandlers({ [unavailableProviders("1", "09:00")]: { body: [] } });

  await user.click(retryButton);

  expect(await radios()).toHaveLength(2);
});
