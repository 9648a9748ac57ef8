/** The parameters of an address: those that stand in its path, and those behind it. */
export type Parameters = {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | undefined>>;
};

// A server takes %2F in a path for a slash, and "." and ".." lead elsewhere: no name of ours has any of these.
const MISLEADING = /^$|^\.{1,2}$|[/\\?#%;\p{Surrogate}]/u;

/** True where every parameter of a path stays within its own segment. */
export function staysInPlace({ path = {} }: Parameters): boolean {
  return Object.values(path).every((value) => !MISLEADING.test(String(value)));
}

/** The address of "/api/orders/{order_id}" with its parameters filled in, each encoded. */
export function filled(template: string, { path = {}, query = {} }: Parameters): string {
  const address = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name] ?? "").replace(/\p{Surrogate}/gu, "\uFFFD")),
  );
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given).toString()}`;
}
