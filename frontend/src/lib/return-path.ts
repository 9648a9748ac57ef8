import notPages from "./not-pages.json";
import { readStored, writeStored } from "./storage";

const STORAGE_KEY = "return-path";
const SIGN_IN_PAGES = new Set(["/login", "/login/second-step", "/register"]);
const LOCAL = /^\/(?![/\\])/;

/** True if the server, not the app, handles this path; the server reads the same list. */
const isNoPage = (pathname: string): boolean => notPages.includes(decodeURIComponent(pathname).split("/")[1] ?? "");

/** A URL of this site, resolved as the browser would; null for another site. */
export function localUrl(address: string | null): URL | null {
  if (address === null || !LOCAL.test(address)) return null;
  try {
    const url = new URL(address, window.location.origin);
    // Check again after dots are resolved: "/..//host" becomes "//host".
    return url.origin === window.location.origin && LOCAL.test(url.pathname) ? url : null;
  } catch {
    return null;
  }
}

/** Path, query and hash of an app page; null for another site, no page, or the sign-in pages. */
export function ownPath(address: string | null): string | null {
  const url = localUrl(address);
  try {
    return url === null || SIGN_IN_PAGES.has(url.pathname) || isNoPage(url.pathname)
      ? null
      : url.pathname + url.search + url.hash;
  } catch {
    // Malformed percent-encoding.
    return null;
  }
}

/** Link to the sign-in page, which returns to `path` afterwards. */
export function signInLink(path: string, page: "/login" | "/register" = "/login"): string {
  return ownPath(path) === null ? page : `${page}?next=${encodeURIComponent(path)}`;
}

/** Stores where to go after a sign-in with Google or Apple, which leaves the site; null deletes it. */
export function saveReturnPath(path: string | null): void {
  writeStored("session", STORAGE_KEY, ownPath(path));
}

/** The stored path, if it is still a page of this app. */
export function savedReturnPath(): string | null {
  return ownPath(readStored("session", STORAGE_KEY));
}
