import useSWRImmutable from "swr/immutable";

import { keys } from "./keys";
import type { Config } from "./types";

/** What the server says about this installation; undefined until it has answered. */
export function useConfig(): { config: Config | undefined; error: unknown; retry: () => Promise<unknown> } {
  const { data, error, mutate } = useSWRImmutable<Config, unknown>(keys.config);
  return { config: data, error, retry: () => mutate() };
}
