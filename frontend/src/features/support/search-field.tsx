import { Search } from "lucide-react";
import type { ReactElement } from "react";

import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import type { AddressWords } from "@/ui/use-address-words";

type SearchFieldProps = {
  label: string;
  search: AddressWords;
  /** Announced; empty while something matches. */
  empty: string;
};

/** A search over texts of the page, and what it says when nothing matches. */
export function SearchField({ label, search: { words, setWords, applyNow }, empty }: SearchFieldProps): ReactElement {
  return (
    <>
      <Field label={label}>
        {(control) => (
          <div className="relative">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
            />
            <Input
              {...control}
              type="search"
              value={words}
              onChange={(event) => setWords(event.target.value)}
              onBlur={applyNow}
              className="pl-11"
            />
          </div>
        )}
      </Field>
      <div aria-live="polite" className="mt-3">
        {empty !== "" && <p className="card p-4 text-ink-soft">{empty}</p>}
      </div>
    </>
  );
}
