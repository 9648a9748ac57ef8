import type { Prices, ServiceType } from "@/api/types";

const HOUR_MS = 3_600_000;

/** The instant by which laundry that is picked up at `pickupTime` is back: what the order will promise. */
export function returnBy(prices: Prices, service: ServiceType, pickupTime: string, isExpress = false): string {
  const hours = isExpress ? prices.expressWithinHours : prices.returnWithinHours[service];
  return new Date(Date.parse(pickupTime) + hours * HOUR_MS).toISOString();
}
