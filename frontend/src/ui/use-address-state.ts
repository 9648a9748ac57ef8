import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

/**
 * A choice that lives in the page's address: Back, a reload and a link show what was chosen. Null where the address
 * says nothing. A change takes the place of the one before; Back leads to the page before, not through every choice. The
 * rest of the address and what its entry in the history knows stay as they are.
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

/** The one of several values that the address names; null for any other. */
export function useAddressChoice<Value extends string>(
  name: string,
  values: readonly Value[],
): [value: Value | null, set: (value: Value | null) => void] {
  const [text, set] = useAddressState(name);
  return [values.find((value) => value === text) ?? null, set];
}
