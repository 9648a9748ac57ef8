import { ApiError } from "@/api/http/api-error";
import { localUrl, ownPath } from "@/lib/return-path";

/** Whether what was given is right, and the code of the authenticator app is asked for next. */
const asksForCode = (error: unknown): boolean => error instanceof ApiError && error.code === "second_factor_required";

/** The page where the code is entered, which leads on to `path`. */
const secondStepLink = (path: string): string =>
  ownPath(path) === null ? "/login/second-step" : `/login/second-step?next=${encodeURIComponent(path)}`;

/** Takes a step of signing in and says whether it was the last; if not, the browser goes to the page of the code. */
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

/** A path of the admin site at its usual place, which is no page of this app; null for anything else. */
export function adminPath(address: string | null): string | null {
  const url = localUrl(address);
  return url?.pathname.startsWith("/admin/") === true ? url.pathname + url.search : null;
}
