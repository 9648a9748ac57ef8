/** Parameters of a URL: in its path, and in its query. */
export type Parameters = {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | undefined>>;
};

// Servers decode %2F in a path to a slash, and resolve "." and "..". None of our ids contains these.
const MISLEADING = /^$|^\.{1,2}$|[/\\?#%;\p{Surrogate}]/u;

/** True if every path parameter stays within its own segment. */
export function staysInPlace({ path = {} }: Parameters): boolean {
  return Object.values(path).every((value) => !MISLEADING.test(String(value)));
}

/** Fills the parameters into "/api/orders/{order_id}", encoded. */
export function filled(template: string, { path = {}, query = {} }: Parameters): string {
  const address = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name] ?? "").replace(/\p{Surrogate}/gu, "\uFFFD")),
  );
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given).toString()}`;
}
