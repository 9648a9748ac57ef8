import type { ReactElement } from "react";

import { useSession } from "@/api/session/session";
import type { User } from "@/api/types";
import type { Visited } from "@/features/impersonation/impersonation-bar";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

import { MessageToasts } from "./message-toasts";

// A user cached by an older version may lack this field.
const isVisited = (user: User | null): user is Visited => Boolean(user?.impersonation);

const ImpersonationBar = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/impersonation/impersonation-bar"), loadMessages("app")]);
  return part.ImpersonationBar;
}, SILENT);

/** Shown on every page while signed in: message toasts, and the banner of an impersonating operator. */
export function AccountOverlays(): ReactElement {
  const { user } = useSession();
  return (
    <>
      <MessageToasts />
      {isVisited(user) && <ImpersonationBar user={user} />}
    </>
  );
}
