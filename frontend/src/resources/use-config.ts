import { keys } from "./keys";
import type { Config } from "./types";
import { useRead, type Reading } from "./use-read";

/** What the server says about this installation; undefined until it has answered. */
export function useConfig(): Pick<Reading<unknown>, "error" | "retry"> & { config: Config | undefined } {
  const { data: config, error, retry } = useRead(keys.config, "fixed");
  return { config, error, retry };
}
