import type { ReactElement, ReactNode, Ref } from "react";

import { Button } from "@/ui/button";
import type { ButtonVariant } from "@/ui/button-style";
import { FailureNotice } from "@/ui/failure-notice";

import type { FormState } from "./use-form";

type FormProps<V extends object> = {
  form: FormState<V>;
  /** Accessible name, if no heading gives one. */ label?: string;
  className?: string;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
};

/** The <form> element. */
export function Form<V extends object>({
  form,
  label,
  className = "flex flex-col gap-4",
  ref,
  children,
}: FormProps<V>): ReactElement {
  return (
    <form
      ref={ref}
      noValidate
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        // React bubbles events from a dialog's portal to the form that contains it.
        event.stopPropagation();
        form.submit(event.currentTarget);
      }}
      onReset={(event) => {
        event.stopPropagation();
        form.clear();
      }}
    >
      {children}
    </form>
  );
}

/** Why saving failed, if it is no field's error. Shown until something changes, or the next attempt. */
export function FormNotice<V extends object>({ form }: { form: Pick<FormState<V>, "failure"> }): ReactElement | null {
  return form.failure === null ? null : <FailureNotice {...form.failure} />;
}

type SubmitProps<V extends object> = {
  form: Pick<FormState<V>, "isBusy">;
  variant?: ButtonVariant;
  wide?: boolean;
  disabled?: boolean;
  className?: string;
  /** The text while busy, if different. */
  busyLabel?: string;
  children: ReactNode;
};

/** The submit button; disabled while busy. */
export function SubmitButton<V extends object>({ form, busyLabel, children, ...look }: SubmitProps<V>): ReactElement {
  return (
    <Button type="submit" busy={form.isBusy} {...look}>
      {form.isBusy ? (busyLabel ?? children) : children}
    </Button>
  );
}
