import { CircleAlert } from "lucide-react";
import { useId, type ReactElement, type ReactNode } from "react";

import { cx } from "@/lib/cx";

/** Props for the control inside a field. */
export type ControlProps = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
};

type FieldProps = {
  label: string;
  /** The error message, if any. */
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  /** Shows the label to screen readers only, if a heading says the same. */
  hideLabel?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/** Label, hint and error of one control, linked for assistive technology. */
export function Field({ label, error, hint, required = false, hideLabel = false, children }: FieldProps): ReactElement {
  const id = useId();
  const hasError = error !== undefined && error !== "";
  const describedBy = [hint !== undefined && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      {/* The asterisk is CSS content, so it is not part of the accessible name. */}
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

/** Focuses the first invalid control of a form; call it after the errors are rendered. */
export function focusFirstError(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
