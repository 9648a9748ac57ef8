import { lazy, Suspense, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { t } from "@/i18n/i18n";
import { ButtonLink } from "@/ui/button";
import { EmptyState, ErrorState } from "@/ui/states";

import { LoadingRow } from "./provider-cards";
import type { ListSetting } from "./use-list-setting";

// Optional: without the picture the text is enough.
const NoProvidersArt = lazy<() => ReactElement | null>(() =>
  import("@/ui/illustrations/empty").then(
    ({ NoProvidersArt: Art }) => ({ default: Art }),
    () => ({ default: () => null }),
  ),
);

/** What to show instead of cards: loading, error or empty; null if there are cards. */
export function listState({ near, setting }: ListSetting): ReactElement | null {
  const { providers, error, isBusy, retry } = near;
  if (providers === undefined && error !== undefined) {
    return (
      <ErrorState
        title={t("providers.list.error.title")}
        body={errorText(error)}
        onRetry={() => void retry()}
        busy={isBusy}
      />
    );
  }
  if (providers === undefined || !setting.favourites.areSettled) return <LoadingRow />;
  if (providers.length > 0) return null;
  return (
    <EmptyState
      title={t("providers.empty.title")}
      body={t("providers.empty.nobody")}
      picture={
        <span className="block h-28 w-40">
          <Suspense fallback={null}>
            <NoProvidersArt />
          </Suspense>
        </span>
      }
      action={
        <ButtonLink to="/profile" variant="brand">
          {t("providers.empty.become")}
        </ButtonLink>
      }
    />
  );
}
