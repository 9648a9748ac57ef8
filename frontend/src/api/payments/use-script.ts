import useSWRImmutable from "swr/immutable";

type Script<T> = { value: T | undefined; error: unknown; isBusy: boolean; retry: () => Promise<unknown> };

/** A third-party script, loaded once per name. Null loads nothing. */
export function useScript<T>(name: readonly string[] | null, load: () => Promise<T>): Script<T> {
  const { data, error, isValidating, mutate } = useSWRImmutable<T, unknown>(name, load, { shouldRetryOnError: false });
  return { value: data, error, isBusy: isValidating, retry: () => mutate() };
}
