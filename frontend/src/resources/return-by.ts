import type { Prices, ServiceType } from "./types";

const HOUR_MS = 3_600_000;

/** The instant by which laundry that is picked up at `pickupTime` is back: what the order will promise. */
export function returnBy(prices: Prices, service: ServiceType, pickupTime: string): string {
  return new Date(Date.parse(pickupTime) + prices.returnWithinHours[service] * HOUR_MS).toISOString();
}
