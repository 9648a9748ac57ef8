import { useEffect, useRef, useState } from "react";

import type { Failure } from "@/ui/failure-notice";
import { focusFirstError } from "@/ui/field";

import { forgetSaved, restored, saveFilledIn, type DraftOptions } from "./saved-draft";

/** Calls back when the browser's Back shows this page as it was left: what was busy then must work again. */
function useRestored(onRestored: () => void): void {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) onRestored();
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, [onRestored]);
}

/** What is wrong: a sentence by field. */
export type Errors = Record<string, string>;

/** Why a call failed: the fields that are to blame, and the sentence for all of it. */
export type FormError = { fields: Errors; text: string };

export type FormOptions<V extends object> = {
  /** What stands in the fields when nobody has filled in anything. */
  initial: V;
  /** Keeps what is filled in over links, signing in and Back; passwords never. */
  draft?: DraftOptions | undefined;
  /** What is wrong before anything is sent. */
  check: (values: V) => Errors;
  save: (values: V) => Promise<unknown>;
  /** What is to be said of an error that `save` has thrown. */
  explain: (error: unknown) => FormError;
  /** Fields whose error goes, too, while another is edited: `{ password: ["confirmPassword"] }`. */
  ties?: Readonly<Record<string, readonly (keyof V & string)[]>>;
  /** How the notice looks that says why it was not saved. `isSaid`: a toast says it aloud already. */
  notice?: Pick<Failure, "title" | "isSaid">;
  /** The page is about to be loaded anew once it is saved: the form stays busy till then. */
  leavesPage?: boolean;
  /** The check has found something, or the server has. */
  onIncomplete?: (found: Errors, values: V) => void;
  onFormError?: (formError: FormError, error: unknown) => void;
};

export type Form<V extends object> = {
  values: V;
  /** What is wrong now, by field. */
  errors: Errors;
  isBusy: boolean;
  /** Why it was not saved, where no field is to blame; it stands until something is changed, or tried again. */
  failure: Failure | null;
  /** Fills in; the errors of what is changed go, and so does the notice. */
  change: (changed: Partial<V>) => void;
  /** Back to the start, with nothing saved. */
  clear: () => void;
  submit: (element: HTMLElement) => void;
  /** Another act of the same form ("Remove"): busy, refused and said as the saving is. */
  run: (act: () => Promise<unknown>, element?: HTMLElement | null) => Promise<void>;
};

function onlyGiven(found: Errors): Errors {
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== ""));
}

/** Leads to the first control that is wrong, once it is on screen as such. */
function useFirstError(): (element: HTMLElement | null) => void {
  const [failedAt, setFailedAt] = useState<{ element: HTMLElement | null }>({ element: null });
  useEffect(() => focusFirstError(failedAt.element), [failedAt]);
  return (element) => setFailedAt({ element });
}

/** What is filled in, and what is wrong with it; saved in this tab where there is a draft. */
function useValues<V extends object>({
  initial,
  draft,
  ties = {},
}: FormOptions<V>): Pick<Form<V>, "values" | "errors" | "change" | "clear"> & {
  setErrors: (errors: Errors) => void;
} {
  const [start] = useState(() => ({
    values: { ...initial, ...(draft !== undefined && restored(initial, draft)) },
    initial,
    draft,
  }));
  const [values, setValues] = useState<V>(start.values);
  const [errors, setErrors] = useState<Errors>({});
  useEffect(() => {
    // Whose session ends while the form is open stays its owner.
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
    clear: () => {
      if (draft !== undefined) forgetSaved(draft);
      setValues(initial);
      setErrors({});
    },
  };
}

/**
 * A form: it checks, saves, and says at the fields what the check or the server refuses, with the focus on the first.
 * What no field is to blame for stands in a notice; nothing that was filled in is lost; it cannot be sent twice at once.
 */
export function useForm<V extends object>(options: FormOptions<V>): Form<V> {
  const { initial, draft, check, save, explain, notice, leavesPage = false, onIncomplete, onFormError } = options;
  const { values, errors, setErrors, change, clear } = useValues(options);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isSending = useRef(false);
  const showFirstError = useFirstError();
  const rest = (): void => {
    isSending.current = false;
    setIsBusy(false);
  };
  useRestored(rest);

  const fail = (error: unknown, element: HTMLElement | null): void => {
    const formError = explain(error);
    const blamed = onlyGiven(Object.fromEntries(Object.entries(formError.fields).filter(([name]) => name in initial)));
    onFormError?.(formError, error);
    setErrors(blamed);
    setFailure(Object.keys(blamed).length > 0 ? null : { ...notice, text: formError.text });
    showFirstError(element);
  };
  const run: Form<V>["run"] = async (act, element = null) => {
    // Two presses within one frame are one: the button is not rendered as busy yet.
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
