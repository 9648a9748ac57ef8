import { useState } from "react";

import { jobsBefore } from "@/api/orders/use-orders";
import type { Order } from "@/api/types";

import { byPickup, isOver } from "./job-day";

/** Page size of the history, and of the finished orders in the list of jobs. */
const PAGE = 50;

export type OlderJobs = {
  /** The jobs, including the loaded history. */
  jobs: Order[];
  hasMore: boolean;
  /** Loads one more page. */
  load: () => Promise<void>;
};

/** Finished jobs beyond those in the list, page by page. */
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
