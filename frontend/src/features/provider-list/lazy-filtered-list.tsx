import { lazy, Suspense, type ReactElement } from "react";

import { loadMessages, t } from "@/i18n/i18n";
import { ErrorState } from "@/ui/states";

import type { FilteredListProps } from "./filtered-list";
import { LoadingRow } from "./provider-cards";

function FilteredListError(): ReactElement {
  return <ErrorState title={t("providers.list.error.title")} body={t("common.error.network")} onRetry={() => window.location.reload()} />;
}

/** Fetches what searches, filters and sorts: most look at a row of cards alone, so it comes after that. */
export async function loadFilteredList(): Promise<(props: FilteredListProps) => ReactElement> {
  const [{ FilteredList: Part }] = await Promise.all([import("./filtered-list"), loadMessages("filters")]);
  return Part;
}

const FilteredList = lazy<(props: FilteredListProps) => ReactElement>(async () => ({ default: await loadFilteredList().catch(() => FilteredListError) }));

/** The full list, once its code is there. */
export function LazyFilteredList(props: FilteredListProps): ReactElement {
  return (
    <Suspense fallback={<LoadingRow />}>
      <FilteredList {...props} />
    </Suspense>
  );
}
