import { RotateCcw } from "lucide-react";
import { useState, type ReactElement } from "react";

import { providerName } from "@/api/providers/provider-name";
import { errorText } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import type { Address, RebookSuggestion } from "@/api/types";
import { useAddresses } from "@/api/addresses/use-addresses";
import { useConfig } from "@/api/site/use-config";
import { useRebookSuggestions } from "@/api/orders/use-orders";
import { t } from "@/i18n/i18n";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Loading, Skeleton } from "@/ui/skeleton";
import { SWIPE_ITEM, SWIPE_ROW } from "@/ui/swipe-row";

import { RebookSheet } from "./rebook-sheet";
import { suggestionText } from "./suggestion-text";

const HEIGHT = "min-h-24";

function SuggestionCard({
  suggestion,
  saved,
  onChoose,
}: {
  suggestion: RebookSuggestion;
  saved: readonly Address[];
  onChoose: () => void;
}): ReactElement {
  const { provider } = suggestion;
  const { firstName, lastName, profileImageUrl } = provider.user;
  const title = t("rebook.card", { name: providerName(provider) });
  const { what, when } = suggestionText(suggestion, saved);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onChoose}
      className={`card relative flex h-full w-full flex-wrap items-center gap-3 p-4 text-left transition-colors hover:bg-sunken ${HEIGHT}`}
    >
      <Avatar id={provider.id} firstName={firstName} lastName={lastName} imageUrl={profileImageUrl} />
      <span className="min-w-0 grow basis-36">
        <span className="block truncate font-semibold">
          {title}
          <span className="sr-only">,</span>
        </span>{" "}
        <span className="block truncate text-caption text-ink-soft tabular-nums">
          {what}
          <span className="sr-only">,</span>
        </span>{" "}
        <span className="block text-caption text-ink-soft tabular-nums">{when}</span>
      </span>
      <RotateCcw aria-hidden className="size-5 shrink-0 text-brand-ink max-[14rem]:hidden" />
    </button>
  );
}

/** Placeholder for a row. */
function RebookSkeleton(): ReactElement {
  return (
    <Loading>
      <Skeleton className="mb-2 h-11 w-36" />
      <div className={SWIPE_ROW}>
        <Skeleton className={`${SWIPE_ITEM} ${HEIGHT} rounded-card`} />
      </div>
    </Loading>
  );
}

function Failed({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }): ReactElement {
  return (
    <div role="alert" className="card flex flex-wrap items-center justify-between gap-2 p-4">
      <p>{errorText(error, t("rebook.error"))}</p>
      <Button size="sm" busy={busy} onClick={onRetry}>
        {t("common.tryAgain")}
      </Button>
    </div>
  );
}

/** Earlier bookings to repeat, one card per provider and service; nothing for visitors, or without bookings. */
export function RebookList(): ReactElement | null {
  const { user } = useSession();
  const { suggestions, error, isBusy, retry } = useRebookSuggestions(user !== null);
  const { addresses = [] } = useAddresses(user !== null);
  const { config } = useConfig();
  const [chosen, setChosen] = useState<RebookSuggestion | null>(null);
  if (user === null) return null;
  if (suggestions === undefined)
    return error === undefined ? (
      <RebookSkeleton />
    ) : (
      <Failed error={error} busy={isBusy} onRetry={() => void retry()} />
    );
  // Keep the open one as it is, whatever updates arrive.
  const open = suggestions.find(({ orderId }) => orderId === chosen?.orderId) ?? chosen;
  if (suggestions.length === 0 && open === null) return null;
  return (
    <section aria-labelledby="again-title">
      <h2 id="again-title" className="mb-2 flex min-h-touch items-center text-title font-bold">
        {t("rebook.title")}
      </h2>
      <ul className={SWIPE_ROW}>
        {suggestions.map((suggestion) => (
          <li key={suggestion.orderId} className={SWIPE_ITEM}>
            <SuggestionCard suggestion={suggestion} saved={addresses} onChoose={() => setChosen(suggestion)} />
          </li>
        ))}
      </ul>
      {open !== null && config !== undefined && (
        <RebookSheet
          key={open.orderId}
          suggestion={open}
          user={user}
          config={config}
          saved={addresses}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}
