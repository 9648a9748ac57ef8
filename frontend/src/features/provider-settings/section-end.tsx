import type { ReactElement } from "react";

import type { ProviderSettings } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FormNotice, SubmitButton } from "@/ui/form/form";
import { NeedsConnection } from "@/ui/needs-connection";

import type { Section } from "./use-section";

export type SectionProps = {
  settings: ProviderSettings;
  /** Discards the input, and shows the saved values. */
  onTakeSaved: () => void;
};

type EndProps<V extends object> = {
  section: Section<V>;
  /** The saved values as lines of text. */
  linesOf: (settings: ProviderSettings) => readonly string[];
  onTakeSaved: () => void;
  children: string;
};

/** The end of a section: error, conflict with another window, and the save button. */
export function SectionEnd<V extends object>({
  section: { form, meanwhile },
  linesOf,
  onTakeSaved,
  children,
}: EndProps<V>): ReactElement {
  return (
    <>
      <FormNotice form={form} />
      {meanwhile !== null && (
        <div className="flex flex-col items-start gap-2 rounded-md bg-sunken px-4 py-3">
          <p className="font-semibold">{t("providerSettings.meanwhile")}</p>
          <ul className="w-full text-ink-soft">
            {linesOf(meanwhile).map((line) => (
              <li key={line} className="wrap-break-word whitespace-pre-line">
                {line}
              </li>
            ))}
          </ul>
          <Button
            size="sm"
            disabled={form.isBusy}
            onClick={() => {
              form.clear();
              onTakeSaved();
            }}
          >
            {t("providerSettings.meanwhile.take")}
          </Button>
          <p className="text-caption text-ink-soft">{t("providerSettings.meanwhile.keep")}</p>
        </div>
      )}
      <NeedsConnection says={t("providerSettings.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="brand" className="self-start">
          {children}
        </SubmitButton>
      </NeedsConnection>
    </>
  );
}
