import { useState } from "react";

import { jobsBefore } from "@/api/orders/use-orders";
import type { Order } from "@/api/types";

import { byPickup, isOver } from "./job-day";

/** As many orders that are over as the list of jobs comes with, and each page of the history. */
const PAGE = 50;

export type OlderJobs = {
  /** The jobs with what was loaded of the history. */
  jobs: Order[];
  hasMore: boolean;
  /** Loads one more page. */
  load: () => Promise<void>;
};

/** The jobs that the list does not come with: those that were over long ago, page by page. */
export function useOlderJobs(latest: readonly Order[]): OlderJobs {
  const [older, setOlder] = useState<Order[]>([]);
  const [isComplete, setComplete] = useState(false);
  const known = new Set(latest.map((order) => order.id));
  const jobs = [...latest, ...older.filter((order) => !known.has(order.id))];
  const oldest = jobs.filter(isOver).sort(byPickup)[0];

  const load = async (): Promise<void> => {
    if (oldest === undefined) return;
    const page = await jobsBefore(oldest.id);
    setOlder((before) => [...before, ...page.orders]);
    setComplete(page.next === null);
  };
  return { jobs, hasMore: !isComplete && latest.filter(isOver).length >= PAGE, load };
}
