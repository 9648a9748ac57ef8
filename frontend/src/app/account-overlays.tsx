import type { ReactElement } from "react";

import { useLoaded } from "@/api/cache/use-loaded";
import { useSession } from "@/api/session/session";
import type { User } from "@/api/types";
import type * as bar from "@/features/impersonation/impersonation-bar";
import type { Visited } from "@/features/impersonation/impersonation-bar";
import { loadMessages } from "@/i18n/i18n";

import { MessageToasts } from "./message-toasts";

// What a device has stored of an account may be older than this field.
const isVisited = (user: User | null): user is Visited => Boolean(user?.impersonation);

async function loadBar(): Promise<typeof bar> {
  const [part] = await Promise.all([import("@/features/impersonation/impersonation-bar"), loadMessages("app")]);
  return part;
}

/** What stands on every page of somebody who is signed in: the toasts of new messages, and that an operator is here in their name. */
export function AccountOverlays(): ReactElement {
  const { user } = useSession();
  const { value: part } = useLoaded(isVisited(user) ? ["impersonation"] : null, loadBar);
  return (
    <>
      <MessageToasts />
      {isVisited(user) && part !== undefined && <part.ImpersonationBar user={user} />}
    </>
  );
}
