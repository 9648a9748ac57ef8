import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactElement } from "react";

import { cx } from "@/lib/cx";

const CONTROL = cx(
  "w-full rounded-md border border-line-strong bg-surface px-3.5 text-body text-ink placeholder:text-ink-soft",
  "transition-colors focus:border-brand focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60",
);

/** A text input. Inside a `Field` it takes the field's control props. */
export function Input({ className, ...rest }: ComponentProps<"input">): ReactElement {
  return <input {...rest} className={cx(CONTROL, "min-h-12", className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">): ReactElement {
  return <textarea rows={4} {...rest} className={cx(CONTROL, "py-3", className)} />;
}

type Option<Value extends string> = { value: Value; label: string; disabled?: boolean };
type SelectProps<Value extends string> = Omit<ComponentProps<"select">, "onChange" | "value"> & {
  value: Value;
  options: readonly Option<Value>[];
  onValueChange: (value: Value) => void;
};

/** A native select. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactElement {
  const { value, options, onValueChange, className, ...rest } = props;
  return (
    <div className="relative">
      <select
        {...rest}
        value={value}
        onChange={(event) => onValueChange(event.target.value as Value)}
        className={cx(CONTROL, "min-h-12 appearance-none pr-10", className)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-soft"
      />
    </div>
  );
}
