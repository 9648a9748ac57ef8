import type { ReactElement } from "react";

import type { ProviderSettings } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FormNotice, SubmitButton } from "@/ui/form/form";
import { NeedsConnection } from "@/ui/needs-connection";

import type { Section } from "./use-section";

export type SectionProps = {
  settings: ProviderSettings;
  /** Begins the form anew with what is saved. */
  onTakeSaved: () => void;
};

type EndProps<V extends object> = {
  section: Section<V>;
  /** What is saved now, in words, a line each. */
  linesOf: (settings: ProviderSettings) => readonly string[];
  onTakeSaved: () => void;
  children: string;
};

/** What stands below the fields of a section: why it was not saved, what is saved instead, and the button. */
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
