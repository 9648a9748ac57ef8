import type { ReactElement } from "react";

import { loadMessages, t } from "@/i18n/i18n";
import { reloadOnRetry } from "@/lib/reload";
import { lazyPart } from "@/ui/lazy-part";
import { ErrorState } from "@/ui/states";

import { LoadingRow } from "./provider-cards";

function FilteredListError(): ReactElement {
  return (
    <ErrorState title={t("providers.list.error.title")} body={t("common.error.network")} onRetry={reloadOnRetry} />
  );
}

/** The full list with search, filters and sorting; loaded later, because most users only see a row of cards. */
export const LazyFilteredList = lazyPart(
  async () => {
    const [part] = await Promise.all([import("./filtered-list"), loadMessages("filters")]);
    return part.FilteredList;
  },
  { Waiting: LoadingRow, Failed: FilteredListError },
);
