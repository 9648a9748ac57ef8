import type { ServiceType } from "@/resources/types";

/** The booking form for a provider, with the service that was chosen before. */
export function bookingLink(providerId: string, service: ServiceType | null): string {
  const query = new URLSearchParams({ providerId, ...(service !== null && { service }) });
  return `/booking?${query.toString()}`;
}
