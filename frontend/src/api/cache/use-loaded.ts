import useSWRImmutable from "swr/immutable";

export type Loaded<T> = { value: T | undefined; error: unknown; isBusy: boolean; retry: () => Promise<unknown> };

/** What is loaded once and is no answer of the API: a part of the app that comes late, another's script. Null loads nothing. */
export function useLoaded<T>(name: readonly string[] | null, load: () => Promise<T>): Loaded<T> {
  const { data, error, isValidating, mutate } = useSWRImmutable<T, unknown>(name, load, { shouldRetryOnError: false });
  return { value: data, error, isBusy: isValidating, retry: () => mutate() };
}
