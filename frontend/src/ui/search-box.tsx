import { Search, X } from "lucide-react";
import { useRef, type ReactElement } from "react";

import { t } from "@/i18n/i18n";

import { IconButton } from "./button";
import { Input } from "./input";

type SearchBoxProps = {
  value: string;
  onChange: (value: string) => void;
  /** Called on blur. */
  onLeave?: () => void;
};

/** The search field for providers. */
export function SearchBox({ value, onChange, onLeave }: SearchBoxProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    onChange("");
    input.current?.focus();
  };
  return (
    <div role="search" className="relative grow">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-soft"
      />
      <Input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={t("common.search.label")}
        placeholder={t("common.search.placeholder")}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        onKeyDown={(event) => event.key === "Escape" && clear()}
        className="px-12"
      />
      {value !== "" && (
        <IconButton
          label={t("common.search.clear")}
          icon={<X aria-hidden className="size-5" />}
          onClick={clear}
          className="absolute top-1/2 right-0.5 -translate-y-1/2"
        />
      )}
    </div>
  );
}
