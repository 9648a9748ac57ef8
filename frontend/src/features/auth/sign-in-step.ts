import { ApiError } from "@/api/http/api-error";
import { localUrl, ownPath } from "@/lib/return-path";

/** The credentials are right, but the second factor is missing. */
const asksForCode = (error: unknown): boolean => error instanceof ApiError && error.code === "second_factor_required";

/** The page of the second factor, which continues to `path`. */
const secondStepLink = (path: string): string =>
  ownPath(path) === null ? "/login/second-step" : `/login/second-step?next=${encodeURIComponent(path)}`;

/** Runs a sign-in step; true if it was the last, else the browser goes to the page of the second factor. */
export async function isLastStep(step: Promise<void>, path: string): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if (!asksForCode(error)) throw error;
    window.location.assign(secondStepLink(path));
    return false;
  }
}

/** A path of the admin site at its default location, which is no page of this app; null for others. */
export function adminPath(address: string | null): string | null {
  const url = localUrl(address);
  return url?.pathname.startsWith("/admin/") === true ? url.pathname + url.search : null;
}
