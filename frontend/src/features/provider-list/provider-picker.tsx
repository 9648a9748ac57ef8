import { useRef, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Skeleton } from "@/ui/skeleton";

import { EarliestProvider } from "./earliest-provider";
import { LazyFilteredList } from "./lazy-filtered-list";
import { useListSetting } from "./use-list-setting";

// Here it is what the page is about: it comes along with the page.
void LazyFilteredList.preload();

/** Whom to book with, where nobody is chosen yet: who is free earliest, and everybody nearby. */
export function ProviderPicker(): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useListSetting();
  const { near, setting } = list;
  return (
    <div className="flex flex-col gap-4">
      {near.providers !== undefined && <EarliestProvider providers={near.providers} prefill={setting.prefill} now={setting.now} />}
      {near.providers === undefined && near.error === undefined && <Skeleton className="h-36 rounded-card md:h-21" />}
      <section aria-labelledby="providers-title">
        <h2 ref={heading} tabIndex={-1} id="providers-title" className="mb-2 text-title font-bold">
          {t("providers.list.title")}
        </h2>
        <LazyFilteredList list={list} search="" onLocality={() => undefined} heading={heading} />
      </section>
    </div>
  );
}
