import { below, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { useWrite } from "@/api/http/use-write";
import type { Care } from "@/api/types";

// Not in keys.ts, which every page loads.
const CARE: Key<"/api/profile/care"> = ["/api/profile/care", {}];

/** Stores what the account always wants. */
export function useSaveCare(): (care: Care) => Promise<Care> {
  const write = useWrite();
  return (care) => write("put", "/api/profile/care", { body: care }, [below(CARE)]);
}

/** What the account always wants; the defaults if it said nothing. */
export function useCareProfile(): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & { care: Care | undefined } {
  const { data: care, error, isBusy, retry } = useRead(CARE, "checked");
  return { care, error, isBusy, retry };
}
