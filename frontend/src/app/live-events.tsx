import { useEffect } from "react";

import { listen } from "@/resources/live";
import { useRefresh } from "@/resources/refresh";
import { useSession } from "@/resources/use-session";

/** Keeps the one live connection of this page open while somebody is signed in. */
export function LiveEvents(): null {
  const { user } = useSession();
  const refresh = useRefresh();
  const account = user?.id ?? null;

  useEffect(() => (account === null ? undefined : listen(refresh)), [account, refresh]);

  return null;
}
