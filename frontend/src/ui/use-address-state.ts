import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

/**
 * State in the URL's query: it survives Back and reload, and can be linked. Null if absent. A change replaces the
 * history entry, so that Back leaves the page rather than undoing each choice. Other parameters and the entry's state
 * are kept.
 */
export function useAddressState(name: string): [value: string | null, set: (value: string | null) => void] {
  const [query] = useSearchParams();
  const { hash, state } = useLocation() as { hash: string; state: unknown };
  const navigate = useNavigate();
  const set = useCallback(
    (value: string | null) => {
      const next = new URLSearchParams(query);
      if (value === null) next.delete(name);
      else next.set(name, value);
      void navigate({ search: next.toString(), hash }, { state, replace: true });
    },
    [name, query, hash, state, navigate],
  );
  return [query.get(name), set];
}

/** The value if it is one of the given ones; null for any other. */
export function useAddressChoice<Value extends string>(
  name: string,
  values: readonly Value[],
): [value: Value | null, set: (value: Value | null) => void] {
  const [text, set] = useAddressState(name);
  return [values.find((value) => value === text) ?? null, set];
}
