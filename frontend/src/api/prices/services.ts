import type { ServiceType } from "@/api/types";

/** What can be booked, of every provider. */
export const SERVICES: readonly ServiceType[] = ["standard", "premium", "ironing"];

/** The service that a query names; null for none, and for an unknown one. */
export function serviceFrom(query: URLSearchParams): ServiceType | null {
  return SERVICES.find((service) => service === query.get("service")) ?? null;
}
