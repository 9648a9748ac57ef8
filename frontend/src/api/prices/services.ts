import type { ServiceType } from "@/api/types";

/** The service types, the same for every provider. */
export const SERVICES: readonly ServiceType[] = ["standard", "premium", "ironing"];

/** The service in a query; null for none, or an unknown one. */
export function serviceFrom(query: URLSearchParams): ServiceType | null {
  return SERVICES.find((service) => service === query.get("service")) ?? null;
}
