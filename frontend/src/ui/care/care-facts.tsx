import { TriangleAlert } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";

import { careSummary, type CareValues } from "./care";

/** How laundry is to be done, allergies first. */
export function CareFacts({ care }: { care: CareValues }): ReactElement {
  return (
    <div role="group" aria-label={t("care.title")} className="flex flex-col gap-1">
      {care.allergies !== "" && (
        <p className="flex items-start gap-2 font-semibold">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0 whitespace-pre-wrap">{t("care.facts.allergies", { text: care.allergies })}</span>
        </p>
      )}
      <p className="font-medium">{careSummary(care)}</p>
      {care.notes !== "" && <p className="whitespace-pre-wrap">{care.notes}</p>}
    </div>
  );
}
