import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps, type ReactElement } from "react";

import { t } from "@/i18n/i18n";

import { Input } from "./input";

/** A password, hidden until its person asks to see it. Inside a `Field` it takes the field's control props. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type" | "className">): ReactElement {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={isShown ? "text" : "password"} autoCapitalize="none" spellCheck={false} className="pr-12" />
      <button
        type="button"
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 inline-flex w-12 items-center justify-center rounded-md text-ink-soft hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
        {/* Written, not an aria-label: what is labelled "password" is the field alone. */}
        <span className="sr-only">{t(isShown ? "common.password.hide" : "common.password.show")}</span>
      </button>
    </div>
  );
}
