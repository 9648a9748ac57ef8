import { useState, type SyntheticEvent } from "react";

import { errorText, fieldErrors } from "@/resources/error-text";
import { t } from "@/i18n/i18n";
import type { Failure } from "@/ui/failure-notice";
import { focusFirstError } from "@/ui/field";

type Values = Record<string, string>;

type FormOptions<V extends Values> = {
  initial: V;
  /** What is wrong before anything is sent: a sentence by field. */
  check: (values: V) => Record<string, string>;
  save: (values: V) => Promise<void>;
};

export type Form<V extends Values> = {
  values: V;
  errors: Record<string, string>;
  /** Why it was not saved; it stands until the next attempt. */
  failure: Failure | null;
  busy: boolean;
  set: (name: keyof V & string, value: string) => void;
  reset: () => void;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
};

/**
 * A small form: checks, saves, and shows what the check or the server refuses beside the fields, with the focus on the
 * first. A field's error goes when the field is edited.
 */
export function useForm<V extends Values>({ initial, check, save }: FormOptions<V>): Form<V> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);

  const refuse = (element: HTMLFormElement, found: Record<string, string>, text: string): void => {
    setErrors(found);
    setFailure({ title: t("profile.notSaved.title"), text });
    requestAnimationFrame(() => focusFirstError(element));
  };
  const submit = async (element: HTMLFormElement): Promise<void> => {
    const found = check(values);
    if (Object.keys(found).length > 0) {
      refuse(element, found, t("profile.checkFields"));
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await save(values);
    } catch (error) {
      refuse(element, fieldErrors(error), errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    values,
    errors,
    failure,
    busy,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: "" }));
    },
    reset: () => setValues(initial),
    onSubmit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}
