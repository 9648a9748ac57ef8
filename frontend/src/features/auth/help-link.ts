import { ownPath } from "@/lib/return-path";

/** Link to the page that mails links; from there a sign-in goes on to `path`, too. */
export function helpLink(path: string, query: Record<string, string> = {}): string {
  const next = ownPath(path);
  const asked = new URLSearchParams({ ...query, ...(next !== null && next !== "/" && { next }) }).toString();
  return asked === "" ? "/login/help" : `/login/help?${asked}`;
}
