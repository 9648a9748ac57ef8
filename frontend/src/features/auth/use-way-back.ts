import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router-dom";

import { ownPath, savedReturnPath, saveReturnPath, signInLink } from "@/lib/return-path";

export type WayBack = {
  /** Where to go after signing in: the page that asked, else home. */
  path: string;
  /** The links between the two pages keep it. */
  loginLink: string;
  registerLink: string;
};

/** Where to lead somebody who has signed in. Google and Apple come back without `next`, with `error` if they refused. */
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
