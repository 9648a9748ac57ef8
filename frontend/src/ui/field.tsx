import { CircleAlert } from "lucide-react";
import { useId, type ReactElement, type ReactNode } from "react";

import { cx } from "@/lib/cx";

/** What the control inside a field must be given. */
export type ControlProps = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
};

type FieldProps = {
  label: string;
  /** The sentence that says what is wrong, if anything is. */
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  /** Keeps the label for screen readers where a heading says the same. */
  hideLabel?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/** Owns label, hint and error of one control, and ties them together for assistive technology. */
export function Field({ label, error, hint, required = false, hideLabel = false, children }: FieldProps): ReactElement {
  const id = useId();
  const hasError = error !== undefined && error !== "";
  const describedBy = [hint !== undefined && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      {/* The mark is drawn, not written: the label's text stays what the field is called. */}
      <label
        htmlFor={id}
        className={cx(hideLabel ? "sr-only" : "font-medium", required && "after:text-bad after:content-['_*'_/_'']")}
      >
        {label}
      </label>
      {children({
        id,
        "aria-invalid": hasError || undefined,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
        "aria-required": required || undefined,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-caption text-ink-soft">
          {hint}
        </p>
      )}
      {hasError && (
        <p id={`${id}-error`} className="flex items-center gap-1.5 text-caption font-medium text-bad">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Puts the focus on the first control of a form that was refused; call it after the errors are on screen. */
export function focusFirstError(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
