import { RotateCcw } from "lucide-react";
import { useState, type ReactElement } from "react";

import { providerName } from "@/resources/provider-name";
import { errorText } from "@/resources/error-text";
import { useSession } from "@/resources/session";
import type { Address, Habit } from "@/resources/types";
import { useAddresses } from "@/resources/use-addresses";
import { useConfig } from "@/resources/use-config";
import { useHabits } from "@/resources/use-orders";
import { t } from "@/i18n/i18n";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Loading, Skeleton } from "@/ui/skeleton";
import { SWIPE_ITEM, SWIPE_ROW } from "@/ui/swipe-row";

import { AgainSheet } from "./again-sheet";
import { habitWords } from "./habit-words";

const HEIGHT = "h-24";

function HabitCard({ habit, saved, onChoose }: { habit: Habit; saved: readonly Address[]; onChoose: () => void }): ReactElement {
  const { provider } = habit;
  const { firstName, lastName, profileImageUrl } = provider.user;
  const title = t("again.card", { name: providerName(provider) });
  const { what, when } = habitWords(habit, saved);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onChoose}
      className={`card relative flex w-full items-center gap-3 p-4 text-left transition-colors hover:bg-sunken ${HEIGHT}`}
    >
      <Avatar id={provider.id} firstName={firstName} lastName={lastName} imageUrl={profileImageUrl} />
      <span className="min-w-0 grow">
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
      <RotateCcw aria-hidden className="size-5 shrink-0 text-brand-ink" />
    </button>
  );
}

/** The shape of a row that is on its way. */
function AgainSkeleton(): ReactElement {
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
      <p>{errorText(error, t("again.error"))}</p>
      <Button size="sm" busy={busy} onClick={onRetry}>
        {t("common.tryAgain")}
      </Button>
    </div>
  );
}

/** What a person has booked before, one card a provider and service; nothing for a visitor and whoever has not booked yet. */
export function AgainList(): ReactElement | null {
  const { user } = useSession();
  const { habits, error, isBusy, retry } = useHabits(user !== null);
  const { addresses = [] } = useAddresses(user !== null);
  const { config } = useConfig();
  const [chosen, setChosen] = useState<Habit | null>(null);
  if (user === null) return null;
  if (habits === undefined) return error === undefined ? <AgainSkeleton /> : <Failed error={error} busy={isBusy} onRetry={() => void retry()} />;
  // The one that is open goes on, whatever news of it arrive.
  const open = habits.find(({ orderId }) => orderId === chosen?.orderId) ?? chosen;
  if (habits.length === 0 && open === null) return null;
  return (
    <section aria-labelledby="again-title">
      <h2 id="again-title" className="mb-2 flex min-h-touch items-center text-title font-bold">
        {t("again.title")}
      </h2>
      <ul className={SWIPE_ROW}>
        {habits.map((habit) => (
          <li key={habit.orderId} className={SWIPE_ITEM}>
            <HabitCard habit={habit} saved={addresses} onChoose={() => setChosen(habit)} />
          </li>
        ))}
      </ul>
      {open !== null && config !== undefined && (
        <AgainSheet key={open.orderId} habit={open} user={user} config={config} saved={addresses} onClose={() => setChosen(null)} />
      )}
    </section>
  );
}
