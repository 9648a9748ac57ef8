import type { ReactElement } from "react";
import { useSearchParams } from "react-router-dom";

import { wishFrom } from "@/resources/booking-link";
import { Skeleton } from "@/ui/skeleton";
import { useNow } from "@/ui/use-now";

import { ProviderList } from "./provider-list";
import { Soonest } from "./soonest";
import { useNearbyProviders } from "./use-nearby-providers";

/** Whom to book with, where nobody is chosen yet: who is free soonest, and everybody nearby. */
export function Neighbours(): ReactElement {
  const [query] = useSearchParams();
  const now = useNow();
  const { providers, error } = useNearbyProviders(now);
  return (
    <div className="flex flex-col gap-4">
      {providers !== undefined && <Soonest providers={providers} wish={wishFrom(query)} now={now} />}
      {providers === undefined && error === undefined && <Skeleton className="h-36 rounded-card sm:h-21" />}
      <ProviderList search="" isWhole />
    </div>
  );
}
