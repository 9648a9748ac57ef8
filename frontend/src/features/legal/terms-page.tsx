import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { Page } from "@/ui/page";

import { TextList, TextSection } from "./text-section";

const BEFORE = ["role", "booking", "cancel", "quality"] as const;
const AFTER = ["conduct", "changes", "law"] as const;

export function TermsPage(): ReactElement {
  return (
    <Page title={t("legal.terms.title")} lead={t("legal.terms.lead")} backTo="/" width="page">
      {BEFORE.map((name) => (
        <TextSection key={name} title={t(`legal.terms.${name}.title`)}>
          <p>{t(`legal.terms.${name}.body`)}</p>
        </TextSection>
      ))}
      <TextSection title={t("legal.terms.provider.title")}>
        <p>{t("legal.terms.provider.body")}</p>
        <TextList
          points={[
            t("legal.terms.provider.identity"),
            t("legal.terms.provider.background"),
            t("legal.terms.provider.references"),
            t("legal.terms.provider.cover"),
          ]}
        />
      </TextSection>
      {AFTER.map((name) => (
        <TextSection key={name} title={t(`legal.terms.${name}.title`)}>
          <p>{t(`legal.terms.${name}.body`)}</p>
        </TextSection>
      ))}
      <p className="mb-4 text-caption text-ink-soft">{t("legal.updated")}</p>
      <ButtonLink to="/support">{t("legal.contactSupport")}</ButtonLink>
    </Page>
  );
}
