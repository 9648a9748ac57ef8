import { useJobHistory } from "@/api/orders/use-job-history";
import type { Order } from "@/api/types";

import { byPickup, isOver } from "./job-day";

/** Page size of the history, and of the finished orders in the list of jobs. */
const PAGE = 50;

export type OlderJobsState = {
  /** The jobs, including the loaded history. */
  jobs: Order[];
  hasMore: boolean;
  /** Loads one more page. */
  load: () => Promise<void>;
};

/** Finished jobs beyond those in the list, page by page. */
export function useOlderJobs(latest: readonly Order[]): OlderJobsState {
  const finished = latest.filter(isOver).sort(byPickup);
  const { history, load } = useJobHistory(finished[0]?.id ?? null);
  const known = new Set(latest.map((order) => order.id));
  const jobs = [...latest, ...history.orders.filter((order) => !known.has(order.id))];
  return { jobs, hasMore: finished.length >= PAGE && history.next !== null, load };
}
