import { keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import type { Config } from "@/api/types";

/** Settings of this installation; undefined until loaded. That newer ones could not be loaded is no error. */
export function useConfig(): Pick<Reading<unknown>, "error" | "retry"> & { config: Config | undefined } {
  const { data: config, error, retry } = useRead(keys.config, "fixed");
  return { config, error: config === undefined ? error : undefined, retry };
}
