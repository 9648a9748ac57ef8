import { useEffect, useState } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useAccount } from "@/api/session/session";
import type { ProviderSettings, ProviderSettingsChange } from "@/api/types";
import { savedMeanwhile, useProviderSettings } from "@/api/providers/use-provider-settings";
import { t } from "@/i18n/i18n";
import { forgetDrafts, savedDraft, saveDraft } from "@/lib/drafts";
import type { DraftOptions } from "@/ui/form/saved-draft";
import { useForm, type Errors, type FormState } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";

type SectionOptions<V extends object> = {
  /** Name of the draft. */
  name: string;
  /** By list field: validates an entry. */
  lists?: NonNullable<DraftOptions["lists"]>;
  settings: ProviderSettings;
  /** The form's values for some settings. */
  valuesOf: (settings: ProviderSettings) => V;
  check?: (values: V) => Errors;
  /** The settings for the form's values. */
  changeOf: (values: V) => ProviderSettingsChange;
};

export type Section<V extends object> = {
  form: FormState<V>;
  /** Newer settings saved by another window; null for none. Saving again overwrites them. */
  meanwhile: ProviderSettings | null;
};

/** What differs from the settings that were seen: the rest may be another window's by now. */
function changedOf(change: ProviderSettingsChange, seen: ProviderSettings): ProviderSettingsChange {
  const present: Record<string, unknown> = seen;
  return Object.fromEntries(
    Object.entries(change).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name])),
  );
}

const seenName = ({ name }: DraftOptions): string => `${name}, seen`;

/**
 * The settings that the form's input is of: those at hand, and for what a draft changes those that its person saw, so
 * that another window's newer ones are asked about.
 */
function seenBefore(draft: DraftOptions, settings: ProviderSettings): ProviderSettings {
  if (savedDraft(draft.name, draft.owner) === null) return settings;
  return { ...settings, ...Object(savedDraft(seenName(draft), draft.owner)) } as ProviderSettings;
}

/** Stores beside a form's draft what was seen of the settings that it changes. */
function useStoredSeen(draft: DraftOptions, change: ProviderSettingsChange, seen: ProviderSettings): void {
  const { owner } = draft;
  const name = seenName(draft);
  const names = Object.keys(changedOf(change, seen)) as (keyof ProviderSettings)[];
  const basis = names.length === 0 ? null : JSON.stringify(seen, ["etag", ...names]);
  useEffect(() => {
    if (basis === null) forgetDrafts(name);
    else saveDraft(name, owner, JSON.parse(basis));
  }, [basis, name, owner]);
}

/** A section of the settings: an independent form. */
export function useSection<V extends object>({
  name,
  lists = {},
  settings,
  valuesOf,
  check = () => ({}),
  changeOf,
}: SectionOptions<V>): Section<V> {
  const { id } = useAccount();
  const [meanwhile, setMeanwhile] = useState<ProviderSettings | null>(null);
  const draft = { name: `settings ${name}`, owner: id, lists };
  // What the form shows is of these, whatever is read while it is open.
  const [seen, setSeen] = useState(() => seenBefore(draft, settings));
  const { save } = useProviderSettings();
  const form = useForm<V>({
    initial: valuesOf(settings),
    draft,
    check,
    save: async (values) => {
      const change = changedOf(changeOf(values), seen);
      const saved = Object.keys(change).length === 0 ? settings : await save(change, seen);
      setMeanwhile(null);
      setSeen(saved);
      form.clear(valuesOf(saved));
      showToast({ title: t("providerSettings.saved") });
    },
    explain: formErrorOf,
    notice: { title: t("providerSettings.notSaved") },
    onFormError: (_, error) => {
      const current = savedMeanwhile(error);
      setMeanwhile(current);
      // They are shown beside the form: saving again overwrites them.
      if (current !== null) setSeen(current);
    },
  });
  useStoredSeen(draft, changeOf(form.values), seen);
  return { form, meanwhile };
}
