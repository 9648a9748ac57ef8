import type { ReactElement } from "react";

import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import { useAddressState } from "@/ui/use-address-state";

const YourRequests = lazyPart(async () => (await import("./your-requests")).YourRequests);

/** The account's requests, whose code comes for accounts alone; a visitor who follows a letter is asked to sign in. */
export function LazyRequests(): ReactElement | null {
  const { user, isLoading } = useSession();
  const [opened] = useAddressState("request");
  if (user !== null) return <YourRequests />;
  if (isLoading || opened === null) return null;
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <p>{t("contact.yours.signIn")}</p>
      <ButtonLink to={signInLink(`/support?request=${encodeURIComponent(opened)}`)}>{t("contact.yours.signIn.action")}</ButtonLink>
    </Card>
  );
}
