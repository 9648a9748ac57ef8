import useSWRImmutable from "swr/immutable";

type Script<T> = { value: T | undefined; error: unknown; isBusy: boolean; retry: () => Promise<unknown> };

/** Another's script, which is loaded once for its address and key. Null loads nothing. */
export function useScript<T>(name: readonly string[] | null, load: () => Promise<T>): Script<T> {
  const { data, error, isValidating, mutate } = useSWRImmutable<T, unknown>(name, load, { shouldRetryOnError: false });
  return { value: data, error, isBusy: isValidating, retry: () => mutate() };
}
