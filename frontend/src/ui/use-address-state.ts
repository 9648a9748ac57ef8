import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

/**
 * A choice that lives in the page's address: Back, a reload and a link show what was chosen. Null where the address
 * says nothing. A change takes the place of the one before; Back leads to the page before, not through every choice.
 */
export function useAddressState(name: string): [value: string | null, set: (value: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const set = useCallback(
    (value: string | null) => {
      setQuery(
        (now) => {
          const next = new URLSearchParams(now);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      );
    },
    [name, setQuery],
  );
  return [query.get(name), set];
}

/** The one of several values that the address names; null for any other. */
export function useAddressChoice<Value extends string>(
  name: string,
  values: readonly Value[],
): [value: Value | null, set: (value: Value | null) => void] {
  const [text, set] = useAddressState(name);
  return [values.find((value) => value === text) ?? null, set];
}
