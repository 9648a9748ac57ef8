import { useCallback, useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

/** A change that is not rendered yet: what the query was before, and what it is to be. */
let pending: { before: string; next: URLSearchParams } | null = null;

type Query = [query: URLSearchParams, change: (write: (next: URLSearchParams) => void) => void];

/**
 * The URL's query and a setter. Two changes in quick succession, of whatever parts of a page, do not undo each other. A
 * change replaces the history entry, so that Back leaves the page rather than undoing each choice; hash and the entry's
 * state are kept.
 */
export function useQuery(): Query {
  const [query] = useSearchParams();
  const { hash, state } = useLocation() as { hash: string; state: unknown };
  const navigate = useNavigate();
  useEffect(() => {
    pending = null;
  }, [query]);
  const change = useCallback<Query[1]>(
    (write) => {
      const before = query.toString();
      const next = new URLSearchParams(pending?.before === before ? pending.next : query);
      write(next);
      pending = { before, next };
      void navigate({ search: next.toString(), hash }, { state, replace: true });
    },
    [query, hash, state, navigate],
  );
  return [query, change];
}

/** One value in the URL's query: it survives Back and reload, and can be linked. Null if absent. */
export function useAddressState(name: string): [value: string | null, set: (value: string | null) => void] {
  const [query, change] = useQuery();
  const set = useCallback(
    (value: string | null) =>
      change((next) => {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }),
    [name, change],
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
