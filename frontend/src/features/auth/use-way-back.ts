import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router-dom";

import { ownPath, savedReturnPath, saveReturnPath, signInLink } from "@/lib/return-path";

export type WayBack = {
  /** Where to go after signing in: the page that asked for it, else home. */
  path: string;
  /** Links between the two pages, which keep the path. */
  loginLink: string;
  registerLink: string;
};

/** Where to go after signing in. Google and Apple return without `next`, and with `error` after a failure. */
export function useWayBack(): WayBack {
  const [query] = useSearchParams();
  const asked = ownPath(query.get("next"));
  const comesBack = query.has("error");
  const path = useMemo(() => asked ?? (comesBack ? savedReturnPath() : null), [asked, comesBack]);

  useEffect(() => saveReturnPath(path), [path]);

  return {
    path: path ?? "/",
    loginLink: path === null ? "/login" : signInLink(path),
    registerLink: path === null ? "/register" : signInLink(path, "/register"),
  };
}
