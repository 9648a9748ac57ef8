import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { Page } from "@/ui/page";

import { SiteOwner } from "./site-owner";
import { LastUpdated, TextList, TextSection } from "./text-section";

const BEFORE = ["collect", "use", "share", "position"] as const;
const AFTER = ["rights", "choices", "contact", "security", "cookies", "changes", "map"] as const;

export function PrivacyPage(): ReactElement {
  return (
    <Page title={t("legal.privacy.title")} lead={t("legal.privacy.lead")} backTo="/" width="page">
      {BEFORE.map((name) => (
        <TextSection key={name} title={t(`legal.privacy.${name}.title`)}>
          <p>{t(`legal.privacy.${name}.body`)}</p>
        </TextSection>
      ))}
      <TextSection title={t("legal.privacy.retention.title")}>
        <TextList
          points={[
            t("legal.privacy.retention.account"),
            t("legal.privacy.retention.orders"),
            t("legal.privacy.retention.support"),
            t("legal.privacy.retention.photos"),
          ]}
        />
      </TextSection>
      {AFTER.map((name) => (
        <TextSection key={name} title={t(`legal.privacy.${name}.title`)}>
          <p>{t(`legal.privacy.${name}.body`)}</p>
        </TextSection>
      ))}
      <SiteOwner />
      <LastUpdated policy="privacy" />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/account/privacy">{t("legal.privacy.settings")}</ButtonLink>
        <ButtonLink to="/support">{t("legal.contactSupport")}</ButtonLink>
      </div>
    </Page>
  );
}
