import type { ReactElement, ReactNode, Ref } from "react";

import { Button } from "@/ui/button";
import type { ButtonVariant } from "@/ui/button-style";
import { FailureNotice } from "@/ui/failure-notice";

import type { Form as FormState } from "./use-form";

type FormProps<V extends object> = {
  form: FormState<V>;
  /** What it is called, where no heading says so. */ label?: string;
  className?: string;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
};

/** The element around the fields of a form. */
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
        // A form in a dialog is not a part of the one behind it.
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

/** Why the form was not saved, where no field is to blame. It stands until something is changed, or tried again. */
export function FormNotice<V extends object>({ form }: { form: Pick<FormState<V>, "failure"> }): ReactElement | null {
  return form.failure === null ? null : <FailureNotice {...form.failure} />;
}

type SubmitProps<V extends object> = {
  form: Pick<FormState<V>, "isBusy">;
  variant?: ButtonVariant;
  wide?: boolean;
  disabled?: boolean;
  className?: string;
  /** What it says while it works, where that is something else. */
  busyLabel?: string;
  children: ReactNode;
};

/** Sends the form; while it works it cannot be pressed. */
export function SubmitButton<V extends object>({ form, busyLabel, children, ...look }: SubmitProps<V>): ReactElement {
  return (
    <Button type="submit" busy={form.isBusy} {...look}>
      {form.isBusy ? (busyLabel ?? children) : children}
    </Button>
  );
}
