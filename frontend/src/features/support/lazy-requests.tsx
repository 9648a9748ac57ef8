import { useMemo, type ComponentType, type ReactElement } from "react";

import { LazyPart } from "@/api/cache/lazy-part";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { useAddressState } from "@/ui/use-address-state";

async function load(): Promise<ComponentType<object>> {
  return (await import("./your-requests")).YourRequests;
}

/** The account's requests, whose code comes for accounts alone; a visitor who follows a letter is asked to sign in. */
export function LazyRequests(): ReactElement | null {
  const { user, isLoading } = useSession();
  const [opened] = useAddressState("request");
  const given = useMemo(() => ({}), []);
  if (user !== null) return <LazyPart name="your-requests" load={load} given={given} />;
  if (isLoading || opened === null) return null;
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <p>{t("contact.yours.signIn")}</p>
      <ButtonLink to={signInLink(`/support?request=${encodeURIComponent(opened)}`)}>{t("contact.yours.signIn.action")}</ButtonLink>
    </Card>
  );
}
