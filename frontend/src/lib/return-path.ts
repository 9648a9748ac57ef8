import { readStored, writeStored } from "./storage";

const STORAGE_KEY = "return-path";
const SIGN_IN_PAGES = new Set(["/login", "/register"]);
const LOCAL = /^\/(?![/\\])/;

/** The path and query of an address inside this app; null for anything that leads elsewhere or back to signing in. */
export function ownPath(address: string | null): string | null {
  if (address === null || !LOCAL.test(address)) return null;
  try {
    const url = new URL(address, window.location.origin);
    const path = url.pathname + url.search + url.hash;
    // Looked at again after the dots are resolved: "/..//host" has become "//host".
    return url.origin === window.location.origin && LOCAL.test(path) && !SIGN_IN_PAGES.has(url.pathname) ? path : null;
  } catch {
    return null;
  }
}

/** The link to the sign-in page that leads back to `path` afterwards. */
export function signInLink(path: string, page: "/login" | "/register" = "/login"): string {
  return ownPath(path) === null ? page : `${page}?next=${encodeURIComponent(path)}`;
}

/** Keeps where to go after signing in while the browser is away at Google or Apple; null forgets it. */
export function keepReturnPath(path: string | null): void {
  writeStored("session", STORAGE_KEY, ownPath(path));
}

/** What was kept, if it is still a path of this app. */
export function keptReturnPath(): string | null {
  return ownPath(readStored("session", STORAGE_KEY));
}
