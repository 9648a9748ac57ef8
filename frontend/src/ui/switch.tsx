import { useId, type ReactElement, type ReactNode } from "react";

type SwitchProps = {
  label: string;
  description?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onCheckedChange: (checked: boolean) => void;
};

/** An on/off setting, with its label at the start of the line. */
export function Switch({ label, description, checked, disabled, onCheckedChange }: SwitchProps): ReactElement {
  const id = useId();
  return (
    <div className="flex min-h-touch items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {description !== undefined && (
          <p id={`${id}-description`} className="text-caption text-ink-soft">
            {description}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="relative h-8 w-13 shrink-0 appearance-none rounded-full border border-line-strong bg-sunken transition-colors before:absolute before:top-0.75 before:left-0.75 before:size-6 before:rounded-full before:bg-line-strong before:transition-transform checked:border-brand checked:bg-brand checked:before:translate-x-5 checked:before:bg-on-brand disabled:opacity-50"
      />
    </div>
  );
}
