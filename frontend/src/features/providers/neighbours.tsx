import { useRef, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Skeleton } from "@/ui/skeleton";

import { LateWholeList, loadWholeList } from "./late-whole-list";
import { Soonest } from "./soonest";
import { useListSetting } from "./use-list-setting";

// Here it is what the page is about: it comes along with the page.
void loadWholeList().catch(() => undefined);

/** Whom to book with, where nobody is chosen yet: who is free soonest, and everybody nearby. */
export function Neighbours(): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useListSetting();
  const { near, setting } = list;
  return (
    <div className="flex flex-col gap-4">
      {near.providers !== undefined && <Soonest providers={near.providers} wish={setting.wish} now={setting.now} />}
      {near.providers === undefined && near.error === undefined && <Skeleton className="h-36 rounded-card md:h-21" />}
      <section aria-labelledby="providers-title">
        <h2 ref={heading} tabIndex={-1} id="providers-title" className="mb-2 text-title font-bold">
          {t("providers.list.title")}
        </h2>
        <LateWholeList list={list} search="" onPlace={() => undefined} heading={heading} />
      </section>
    </div>
  );
}
