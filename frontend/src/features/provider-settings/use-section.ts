import { useEffect, useState } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useAccount } from "@/api/session/session";
import type { ProviderSettings, ProviderSettingsChange } from "@/api/types";
import { savedMeanwhile } from "@/api/providers/use-provider-settings";
import { t } from "@/i18n/i18n";
import { forgetDrafts } from "@/lib/drafts";
import type { DraftOptions } from "@/ui/form/saved-draft";
import { useForm, type Errors, type Form } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";

type Save = (change: ProviderSettingsChange) => Promise<unknown>;

type SectionOptions<V extends object> = {
  /** Name of the draft. */
  name: string;
  /** By list field: validates an entry. */
  lists?: NonNullable<DraftOptions["lists"]>;
  initial: V;
  check?: (values: V) => Errors;
  /** The request body. */
  changeOf: (values: V) => ProviderSettingsChange;
  save: Save;
};

export type Section<V extends object> = {
  form: Form<V>;
  /** Newer settings saved by another window; null for none. Saving again overwrites them. */
  meanwhile: ProviderSettings | null;
};

/** A section of the settings: an independent form. */
export function useSection<V extends object>({
  name,
  lists = {},
  initial,
  check = () => ({}),
  changeOf,
  save,
}: SectionOptions<V>): Section<V> {
  const { id } = useAccount();
  const [meanwhile, setMeanwhile] = useState<ProviderSettings | null>(null);
  const [times, setTimes] = useState(0);
  const draftKey = `settings ${name}`;
  const form = useForm<V>({
    initial,
    draft: { name: draftKey, owner: id, lists },
    check,
    save: async (values) => {
      await save(changeOf(values));
      setMeanwhile(null);
      setTimes((before) => before + 1);
      showToast({ title: t("providerSettings.saved") });
    },
    explain: formErrorOf,
    notice: { title: t("providerSettings.notSaved") },
    onFormError: (_, error) => setMeanwhile(savedMeanwhile(error)),
  });
  useEffect(() => {
    // After a save the form differs from its initial values, but is no draft.
    if (times > 0) forgetDrafts(draftKey);
  }, [times, draftKey]);
  return { form, meanwhile };
}
