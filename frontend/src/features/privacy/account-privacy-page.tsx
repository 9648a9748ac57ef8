import type { ReactElement } from "react";

import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { Badge } from "@/ui/badge";
import { ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Page } from "@/ui/page";

import { DeletionCard } from "./deletion-card";
import { ExportCard } from "./export-card";
import { PreferenceSwitches } from "./preference-switches";
import { TOPICS } from "./topics";

/** For visitors: information only, because the switches belong to an account. */
function ForVisitors(): ReactElement {
  return (
    <>
      <SectionCard title={t("privacy.signIn.title")} className="mb-4">
        <p className="mb-3 text-ink-soft">{t("privacy.signIn.body")}</p>
        <ButtonLink variant="primary" to={signInLink("/account/privacy")}>
          {t("common.signIn.action")}
        </ButtonLink>
      </SectionCard>
      <div className="card mb-4 divide-y">
        {TOPICS.map(({ name, Icon, isOn }) => (
          <div key={name} className="flex gap-3 p-4">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
            <div className="min-w-0 grow">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 className="font-semibold">{t(`privacy.${name}.title`)}</h2>
                <Badge tone="neutral">{t(isOn ? "privacy.default.on" : "privacy.default.off")}</Badge>
              </div>
              <p className="text-ink-soft">{t(`privacy.${name}.body`)}</p>
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

function AccountOverlays(): ReactElement {
  return (
    <>
      <PreferenceSwitches />
      <ExportCard />
      <DeletionCard />
    </>
  );
}

/** Information on the account's data, and its privacy settings. */
export function AccountPrivacyPage(): ReactElement {
  const { user } = useSession();
  return (
    <Page title={t("privacy.accountPrivacy.title")} lead={t("privacy.accountPrivacy.lead")} backTo="/privacy">
      {user === null ? <ForVisitors /> : <AccountOverlays key={user.id} />}
      <SectionCard title={t("privacy.requests.title")}>
        <p className="mb-3 text-ink-soft">{t("privacy.requests.body")}</p>
        <ButtonLink to="/support">{t("privacy.requests.contact")}</ButtonLink>
      </SectionCard>
    </Page>
  );
}
