import type { ReactElement } from "react";

import { useSession } from "@/api/session/session";
import type { User } from "@/api/types";
import type { Visited } from "@/features/impersonation/impersonation-bar";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

import { MessageToasts } from "./message-toasts";

// What a device has stored of an account may be older than this field.
const isVisited = (user: User | null): user is Visited => Boolean(user?.impersonation);

const ImpersonationBar = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/impersonation/impersonation-bar"), loadMessages("app")]);
  return part.ImpersonationBar;
}, SILENT);

/** What stands on every page of somebody who is signed in: the toasts of new messages, and that an operator is here in their name. */
export function AccountOverlays(): ReactElement {
  const { user } = useSession();
  return (
    <>
      <MessageToasts />
      {isVisited(user) && <ImpersonationBar user={user} />}
    </>
  );
}
