import type { Prices, ServiceType } from "@/api/types";

const HOUR_MS = 3_600_000;

/** The latest return (ISO instant) of laundry picked up at `pickupTime`, as the order will promise it. */
export function returnBy(prices: Prices, service: ServiceType, pickupTime: string, isExpress = false): string {
  const hours = isExpress ? prices.expressWithinHours : prices.returnWithinHours[service];
  return new Date(Date.parse(pickupTime) + hours * HOUR_MS).toISOString();
}
