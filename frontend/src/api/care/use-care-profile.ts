import { below, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { useWrite } from "@/api/http/use-write";
import type { Care } from "@/api/types";

// Not in keys.ts, which every page loads.
const CARE: Key<"/api/profile/care"> = ["/api/profile/care", {}];

const QUESTION: Key<"/api/profile/care/question"> = ["/api/profile/care/question", {}];

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

/** Whether the first booking asks for the care profile, on whatever device; false while unknown. */
export function useCareQuestion(): { isOpen: boolean; skip: () => Promise<unknown> } {
  const { data } = useRead(QUESTION, "checked");
  const write = useWrite();
  const skip = (): Promise<unknown> => write("delete", "/api/profile/care/question", {}, [below(QUESTION)]);
  return { isOpen: data?.isOpen ?? false, skip };
}
