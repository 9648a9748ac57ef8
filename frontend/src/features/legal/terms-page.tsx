import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { Page } from "@/ui/page";

import { SiteOwner } from "./site-owner";
import { LastUpdated, TextList, TextSection } from "./text-section";

const BETWEEN = ["booking", "recurring", "cancel", "handBack", "quality", "reviews"] as const;
const AFTER = ["payouts", "conduct", "liability", "changes", "law"] as const;

function Section({
  name,
}: {
  name: "role" | "account" | (typeof BETWEEN)[number] | (typeof AFTER)[number];
}): ReactElement {
  return (
    <TextSection title={t(`legal.terms.${name}.title`)}>
      <p>{t(`legal.terms.${name}.body`)}</p>
    </TextSection>
  );
}

export function TermsPage(): ReactElement {
  return (
    <Page title={t("legal.terms.title")} lead={t("legal.terms.lead")} backTo="/" width="page">
      <Section name="role" />
      <Section name="account" />
      <TextSection title={t("legal.terms.prices.title")}>
        <p>{t("legal.terms.prices.body")}</p>
        <TextList
          points={[
            t("legal.terms.prices.standard"),
            t("legal.terms.prices.premium"),
            t("legal.terms.prices.ironing"),
            t("legal.terms.prices.weight"),
            t("legal.terms.prices.addOns"),
            t("legal.terms.prices.fee"),
          ]}
        />
      </TextSection>
      {BETWEEN.map((name) => (
        <Section key={name} name={name} />
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
        <Section key={name} name={name} />
      ))}
      <SiteOwner />
      <LastUpdated policy="terms" />
      <ButtonLink to="/support">{t("legal.contactSupport")}</ButtonLink>
    </Page>
  );
}
