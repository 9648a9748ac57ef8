import { useEffect, useRef, useState, type ReactElement } from "react";

import type { User } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useProfileChange } from "@/api/session/use-account";
import { chooseLanguage, currentLanguage, LANGUAGES, offeredLanguages, t, type Language } from "@/i18n/i18n";
import { chooseTheme, chosenTheme, THEMES, type Theme } from "@/lib/theme";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { Field } from "@/ui/field";
import { Select } from "@/ui/input";

// Another language renders everything anew; the new field then takes the focus of the one that was left.
let isChosenHere = false;

/** The language is stored with the account; for a visitor on the device. */
function LanguageField({ user }: { user: User | null }): ReactElement {
  const change = useProfileChange();
  const { isBusy, failure, act } = useAct();
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosenHere) field.current?.querySelector("select")?.focus({ preventScroll: true });
    isChosenHere = false;
  }, []);
  const choose = (language: Language): void =>
    void act(async () => {
      // Set first: the changed account alone may render everything anew already.
      isChosenHere = true;
      if (user !== null) await change({ language });
      await chooseLanguage(language);
    }).finally(() => void (isChosenHere = false));
  return (
    <div ref={field} className="flex flex-col gap-4">
      <Field label={t("profile.display.language")}>
        {(control) => (
          <Select
            {...control}
            value={currentLanguage()}
            options={offeredLanguages().map((value) => ({ value, label: LANGUAGES[value].name }))}
            disabled={isBusy}
            onValueChange={choose}
          />
        )}
      </Field>
      {failure !== null && <FailureNotice {...failure} />}
    </div>
  );
}

function ThemeField(): ReactElement {
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (next: Theme): void => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <Field label={t("profile.display.theme")}>
      {(control) => (
        <Select
          {...control}
          value={theme}
          options={THEMES.map((value) => ({ value, label: t(`profile.display.theme.${value}`) }))}
          onValueChange={choose}
        />
      )}
    </Field>
  );
}

/** Language and theme. */
export function DisplaySection({ user }: { user: User | null }): ReactElement {
  return (
    <SectionCard title={t("profile.display.title")}>
      <div className="flex flex-col gap-4">
        {offeredLanguages().length > 1 && <LanguageField user={user} />}
        <ThemeField />
      </div>
    </SectionCard>
  );
}
