import { useId, type ReactElement, type ReactNode } from "react";

type CheckboxProps = {
  label: string;
  /** Explains what ticking it means. */
  description?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onCheckedChange: (checked: boolean) => void;
};

/** A checkbox with its label. */
export function Checkbox({ label, description, checked, disabled, onCheckedChange }: CheckboxProps): ReactElement {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="mt-2.5 size-6 shrink-0 accent-brand disabled:opacity-50"
      />
      <div className="min-w-0 grow">
        {/* The whole line is the touch target. */}
        <label htmlFor={id} className="flex min-h-touch items-center font-medium">
          {label}
        </label>
        {description !== undefined && (
          <p id={`${id}-description`} className="text-caption text-ink-soft">
            {description}
          </p>
        )}
      </div>
    </div>
  );
}
