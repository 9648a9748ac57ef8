import notPages from "./not-pages.json";
import { readStored, writeStored } from "./storage";

const STORAGE_KEY = "return-path";
const SIGN_IN_PAGES = new Set(["/login", "/login/second-step", "/register"]);
const LOCAL = /^\/(?![/\\])/;

/** Whether the server answers this path with something else than a page of the app; it reads the same list. */
const isNoPage = (pathname: string): boolean => notPages.includes(decodeURIComponent(pathname).split("/")[1] ?? "");

/** An address of this site, as the browser would follow it; null for anything that leads elsewhere. */
export function localUrl(address: string | null): URL | null {
  if (address === null || !LOCAL.test(address)) return null;
  try {
    const url = new URL(address, window.location.origin);
    // Looked at again after the dots are resolved: "/..//host" has become "//host".
    return url.origin === window.location.origin && LOCAL.test(url.pathname) ? url : null;
  } catch {
    return null;
  }
}

/** The path and query of a page of this app; null for anything that leads elsewhere, to no page, or back to signing in. */
export function ownPath(address: string | null): string | null {
  const url = localUrl(address);
  try {
    return url === null || SIGN_IN_PAGES.has(url.pathname) || isNoPage(url.pathname)
      ? null
      : url.pathname + url.search + url.hash;
  } catch {
    // What the percent signs stand for is no text.
    return null;
  }
}

/** The link to the sign-in page that leads back to `path` afterwards. */
export function signInLink(path: string, page: "/login" | "/register" = "/login"): string {
  return ownPath(path) === null ? page : `${page}?next=${encodeURIComponent(path)}`;
}

/** Keeps where to go after signing in while the browser is away at Google or Apple; null forgets it. */
export function saveReturnPath(path: string | null): void {
  writeStored("session", STORAGE_KEY, ownPath(path));
}

/** What was saved, if it is still a path of this app. */
export function savedReturnPath(): string | null {
  return ownPath(readStored("session", STORAGE_KEY));
}
