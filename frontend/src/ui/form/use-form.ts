import { useEffect, useRef, useState } from "react";

import { usePresence } from "@/lib/use-presence";
import { useRestored } from "@/lib/use-restored";
import type { Failure } from "@/ui/failure-notice";
import { focusFirstError } from "@/ui/field";
import { sayFailureElsewhere } from "@/ui/overlay/say-elsewhere";

import { filledIn, forgetSaved, restored, saveFilledIn, type DraftOptions } from "./saved-draft";

/** Error messages by field. */
export type Errors = Record<string, string>;

/** Why a call failed: errors by field, and one for the whole form. */
export type FormError = { fields: Errors; text: string; needsConnection?: boolean };

export type FormOptions<V extends object> = {
  /** The initial values. */
  initial: V;
  /** Fields that were not changed in the form follow the initial values, which others may change meanwhile. */
  follows?: boolean;
  /** Stores the values over navigation, sign-in and Back; never passwords. */
  draft?: DraftOptions | undefined;
  /** Validates before sending. */
  check: (values: V) => Errors;
  save: (values: V) => Promise<unknown>;
  /** Turns an error thrown by `save` into messages. */
  explain: (error: unknown) => FormError;
  /** Fields whose error is cleared along with another's: `{ password: ["confirmPassword"] }`. */
  ties?: Readonly<Record<string, readonly (keyof V & string)[]>>;
  /** Options of the failure notice. `isSaid`: a toast announces it already. */
  notice?: Pick<Failure, "title" | "isSaid">;
  /** The page reloads after saving: stay busy until then. */
  leavesPage?: boolean;
  /** The check found errors (onIncomplete), or saving failed (onFormError). */
  onIncomplete?: (found: Errors, values: V) => void;
  onFormError?: (formError: FormError, error: unknown) => void;
};

export type FormState<V extends object> = {
  values: V;
  /** Current errors by field. */
  errors: Errors;
  isBusy: boolean;
  /** Why saving failed, if it is no field's error; until something changes, or the next attempt. */
  failure: Failure | null;
  /** Changes values; clears their errors and the notice. */
  change: (changed: Partial<V>) => void;
  /** Resets to the initial values, or to others that take their part from then on, and deletes the draft. */
  clear: (to?: V) => void;
  submit: (element: HTMLElement) => void;
  /** Runs another action of the form ("Remove"), with the same busy state and error handling as saving. */
  run: (act: () => Promise<unknown>, element?: HTMLElement | null) => Promise<void>;
};

function onlyGiven(found: Errors): Errors {
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== ""));
}

/** Focuses the first invalid control once the errors are rendered. */
function useFirstError(): (element: HTMLElement | null) => void {
  const [failedAt, setFailedAt] = useState<{ element: HTMLElement | null }>({ element: null });
  useEffect(() => focusFirstError(failedAt.element), [failedAt]);
  return (element) => setFailedAt({ element });
}

/** Values and errors; the values are stored in this tab if there is a draft. */
function useValues<V extends object>({
  initial,
  follows = false,
  draft,
  ties = {},
}: FormOptions<V>): Pick<FormState<V>, "values" | "errors" | "change" | "clear"> & {
  setErrors: (errors: Errors) => void;
} {
  const [start, setStart] = useState(() => ({
    values: { ...initial, ...(draft !== undefined && restored(initial, draft)) },
    initial,
    draft,
  }));
  const [values, setValues] = useState<V>(start.values);
  const [errors, setErrors] = useState<Errors>({});
  if (follows && Object.keys(filledIn(initial, start.initial)).length > 0) {
    const followed = { ...initial, ...filledIn(values, start.initial) };
    // As its values, too: nothing was typed, and after a save there is no draft any more.
    setStart({ ...start, values: followed, initial });
    setValues(followed);
  }
  useEffect(() => {
    // The owner stays the one at mount, also if the session ends meanwhile.
    if (start.draft !== undefined && values !== start.values) saveFilledIn(start.draft, values, start.initial);
  }, [values, start]);
  return {
    values,
    errors,
    setErrors,
    change: (changed) => {
      const mended = Object.keys(changed).flatMap((name) => [name, ...(ties[name] ?? [])]);
      setValues((before) => ({ ...before, ...changed }));
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !mended.includes(name))));
    },
    clear: (to = initial) => {
      if (draft !== undefined) forgetSaved(draft);
      setStart({ ...start, values: to, initial: to });
      setValues(to);
      setErrors({});
    },
  };
}

/**
 * A form that validates, saves, shows errors at their fields and focuses the first. Other errors go into a notice.
 * Nothing typed is lost, and it cannot be sent twice at once.
 */
export function useForm<V extends object>(options: FormOptions<V>): FormState<V> {
  const { initial, draft, check, save, explain, notice, leavesPage = false, onIncomplete, onFormError } = options;
  const { values, errors, setErrors, change, clear } = useValues(options);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isSending = useRef(false);
  const isHere = usePresence();
  const showFirstError = useFirstError();
  const rest = (): void => {
    isSending.current = false;
    setIsBusy(false);
  };
  useRestored(rest);

  const fail = (error: unknown, element: HTMLElement | null): void => {
    const formError = explain(error);
    const { fields, ...whole } = formError;
    const blamed = onlyGiven(Object.fromEntries(Object.entries(fields).filter(([name]) => name in initial)));
    onFormError?.(formError, error);
    if (!isHere() && notice?.isSaid !== true) sayFailureElsewhere(error, notice?.title, formError.text);
    setErrors(blamed);
    setFailure(Object.keys(blamed).length > 0 ? null : { ...notice, ...whole });
    showFirstError(element);
  };
  const run: FormState<V>["run"] = async (act, element = null) => {
    // A ref, because two presses in one frame come before the button is rendered as disabled.
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      await act();
      if (draft !== undefined) forgetSaved(draft);
      if (!leavesPage) rest();
    } catch (error) {
      rest();
      fail(error, element);
    }
  };

  return {
    values,
    errors,
    isBusy,
    failure,
    change: (changed) => {
      setFailure(null);
      change(changed);
    },
    clear,
    submit: (element) => {
      const found = onlyGiven(check(values));
      setErrors(found);
      if (Object.keys(found).length === 0) {
        void run(() => save(values), element);
        return;
      }
      setFailure(null);
      onIncomplete?.(found, values);
      showFirstError(element);
    },
    run,
  };
}
