import type { ReactElement } from "react";

import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { Loading, Skeleton } from "@/ui/skeleton";

import { TextSection } from "./text-section";

/** Who runs the site, and how they are reached: the imprint that Swiss law asks for. */
export function SiteOwner(): ReactElement | null {
  const { config, error } = useConfig();
  if (config === undefined) {
    return error === undefined ? (
      <Loading className="mb-6">
        <Skeleton className="h-36 rounded-card" />
      </Loading>
    ) : null;
  }
  const { siteOwner, supportEmail, demo } = config;
  const vatNumber = siteOwner?.vatNumber ?? "";
  return (
    <TextSection title={t("legal.owner.title")}>
      {demo !== null && <p>{t("legal.owner.demo")}</p>}
      <address className="flex flex-col items-start not-italic">
        <span>{siteOwner?.name}</span>
        {siteOwner?.address.map((line) => (
          <span key={line}>{line}</span>
        ))}
        {vatNumber !== "" && <span>{t("legal.owner.vat", { number: vatNumber })}</span>}
        <a
          href={`mailto:${supportEmail}`}
          className="inline-flex min-h-touch items-center font-medium wrap-anywhere text-brand-ink underline underline-offset-4"
        >
          {supportEmail}
        </a>
      </address>
    </TextSection>
  );
}
