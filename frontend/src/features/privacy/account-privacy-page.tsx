import { BarChart3, Bell, MapPin, Megaphone, Share2 } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Page } from "@/ui/page";

const TOPICS = [
  { name: "analytics", Icon: BarChart3 },
  { name: "marketing", Icon: Megaphone },
  { name: "notifications", Icon: Bell },
  { name: "location", Icon: MapPin },
  { name: "sharing", Icon: Share2 },
] as const;

/** What happens with the account's data, topic by topic. */
export function AccountPrivacyPage(): ReactElement {
  return (
    <Page title={t("privacy.accountPrivacy.title")} lead={t("privacy.accountPrivacy.lead")} backTo="/privacy">
      <div className="card mb-4 divide-y">
        {TOPICS.map(({ name, Icon }) => (
          <div key={name} className="flex gap-3 p-4">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
            <div>
              <h2 className="font-semibold">{t(`privacy.${name}.title`)}</h2>
              <p className="text-ink-soft">{t(`privacy.${name}.body`)}</p>
            </div>
          </div>
        ))}
      </div>
      <SectionCard title={t("privacy.requests.title")}>
        <p className="mb-3 text-ink-soft">{t("privacy.requests.body")}</p>
        <ButtonLink to="/support">{t("privacy.requests.contact")}</ButtonLink>
      </SectionCard>
    </Page>
  );
}
