import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { axeViolations, enter } from "@/test/render";

import { NOW, PAGE, amountOf, confirm, hour, open, serveBooking, street } from "./test-booking";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const COATS = "Dry cleaning: coat";
const express = (): HTMLElement => screen.getByRole("checkbox", { name: "Express same-day, +CHF 10.00" });

test("add-ons are out of the way until somebody wants them, add to the total and go with the order", async () => {
  const server = serveBooking();
  const { user, container } = await open();
  expect(screen.queryByRole("checkbox", { name: /Delicate/ })).not.toBeInTheDocument();

  await user.click(await screen.findByRole("button", { name: /^Choose add-ons/ }));
  await user.click(screen.getByRole("checkbox", { name: "Delicate items, +CHF 5.00" }));
  const coats = within(screen.getByRole("group", { name: COATS }));
  await user.click(coats.getByRole("button", { name: `One more: ${COATS}` }));
  await user.click(coats.getByRole("button", { name: `One more: ${COATS}` }));

  expect([amountOf("Delicate items"), amountOf(`2 × ${COATS}`), amountOf("Total")]).toEqual([
    "CHF 5.00",
    "CHF 50.00",
    "CHF 82.50",
  ]);
  expect(await axeViolations(container)).toEqual([]);
  await user.click(coats.getByRole("button", { name: `One less: ${COATS}` }));
  expect(amountOf("Total")).toBe("CHF 57.50");

  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);
  await waitFor(() => expect(server.callsOf("POST /api/orders")).toHaveLength(1));
  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({
    addOns: [
      { id: "delicate", quantity: 1 },
      { id: "coat", quantity: 1 },
    ],
  });
});

test("express is for an hour of today: with another day it is left out, and says why", async () => {
  const server = serveBooking();
  const { user } = await open(`${PAGE}&extra=express`);
  await screen.findByRole("heading", { name: "Add-ons" });
  await user.click(screen.getByRole("radio", { name: /^Today/ }));
  await user.click(hour("15:00"));
  expect(express()).toBeChecked();
  expect(express()).toHaveAccessibleDescription("Picked up today, and back within 24 hours.");
  expect(amountOf("Total")).toBe("CHF 37.50");

  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  await user.click(hour("15:00"));

  expect(express()).toBeDisabled();
  expect(express()).not.toBeChecked();
  expect(express()).toHaveAccessibleDescription("For pickups today. Choose an hour of today first.");
  expect(amountOf("Total")).toBe("CHF 27.50");
  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);
  await waitFor(() => expect(server.callsOf("POST /api/orders")).toHaveLength(1));
  expect(server.callsOf("POST /api/orders")[0]?.body).not.toHaveProperty("addOns");
});

test("an add-on that the address names is chosen already", async () => {
  serveBooking();
  await open(`${PAGE}&extra=coat`);

  expect(await screen.findByRole("group", { name: COATS })).toHaveTextContent("1");
  expect(amountOf("Total")).toBe("CHF 52.50");
});

test("several add-ons of the address are chosen, and what is none is not", async () => {
  serveBooking();
  await open(`${PAGE}&extra=coat,delicate,gold`);

  expect(await screen.findByRole("group", { name: COATS })).toHaveTextContent("1");
  expect(screen.getByRole("checkbox", { name: /^Delicate items/ })).toBeChecked();
  expect(amountOf("Total")).toBe("CHF 57.50");
});
