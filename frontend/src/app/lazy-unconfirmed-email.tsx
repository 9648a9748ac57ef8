import type { ReactElement } from "react";

import { useSession } from "@/api/session/session";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

const UnconfirmedEmail = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/profile/unconfirmed-email"), loadMessages("profile")]);
  return part.UnconfirmedEmail;
}, SILENT);

/** Shown where people wait for emails: an address that is not confirmed gets no news of orders. */
export function LazyUnconfirmedEmail(): ReactElement | null {
  const { user } = useSession();
  return user?.emailVerified === false ? <UnconfirmedEmail email={user.email} /> : null;
}
