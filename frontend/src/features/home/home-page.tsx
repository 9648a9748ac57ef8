import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";

export function HomePage(): ReactElement {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6">
      <h1 tabIndex={-1} className="text-display font-bold">
        {t("home.title")}
      </h1>
    </div>
  );
}
