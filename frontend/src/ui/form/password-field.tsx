import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Input } from "@/ui/input";

import { FormField, type FieldProps, type Name } from "./form-fields";

/** A password input with a show/hide button. Inside a `Field` it takes the field's control props. */
function PasswordInput(props: Omit<ComponentProps<"input">, "type" | "className">): ReactElement {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...props}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-12"
      />
      <button
        type="button"
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 inline-flex w-12 items-center justify-center rounded-md text-ink-soft hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
        {/* Text instead of aria-label, so that only the input is found by the label "password". */}
        <span className="sr-only">{t(isShown ? "common.password.hide" : "common.password.show")}</span>
      </button>
    </div>
  );
}

type PasswordProps<V extends object> = FieldProps<V> & {
  autoComplete: "current-password" | "new-password";
  placeholder?: string;
};

/** A password field with a show/hide button. Never stored in a draft. */
export function PasswordField<V extends object>({
  form,
  name,
  label,
  hint,
  required,
  ...input
}: PasswordProps<V>): ReactElement {
  return (
    <FormField form={form} name={name} label={label} hint={hint} required={required}>
      {(control, change) => (
        <PasswordInput
          {...input}
          {...control}
          value={String(control.value)}
          onChange={(event) => change(event.target.value as V[Name<V>])}
        />
      )}
    </FormField>
  );
}
