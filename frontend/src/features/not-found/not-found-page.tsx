import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { NotFoundArt } from "@/ui/illustrations/not-found-art";
import { Page } from "@/ui/page";

export function NotFoundPage(): ReactElement {
  return (
    <Page title={t("common.notFound.title")} lead={t("common.notFound.body")}>
      <div className="flex flex-col items-center gap-6 py-6">
        <NotFoundArt />
        <ButtonLink to="/" variant="brand">
          {t("common.goHome")}
        </ButtonLink>
      </div>
    </Page>
  );
}
