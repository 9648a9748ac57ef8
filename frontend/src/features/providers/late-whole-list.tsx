import { lazy, Suspense, type ReactElement } from "react";

import { loadMessages, t } from "@/i18n/i18n";
import { ErrorState } from "@/ui/states";

import { LoadingRow } from "./provider-cards";
import type { WholeListProps } from "./whole-list";

function NoWholeList(): ReactElement {
  return <ErrorState title={t("providers.list.error.title")} body={t("common.error.network")} onRetry={() => window.location.reload()} />;
}

/** Fetches what searches, filters and sorts: most look at a row of cards alone, so it comes after that. */
export async function loadWholeList(): Promise<(props: WholeListProps) => ReactElement> {
  const [{ WholeList: Whole }] = await Promise.all([import("./whole-list"), loadMessages("filters")]);
  return Whole;
}

const WholeList = lazy<(props: WholeListProps) => ReactElement>(async () => ({ default: await loadWholeList().catch(() => NoWholeList) }));

/** The whole list, once its code is there. */
export function LateWholeList(props: WholeListProps): ReactElement {
  return (
    <Suspense fallback={<LoadingRow />}>
      <WholeList {...props} />
    </Suspense>
  );
}
