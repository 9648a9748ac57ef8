import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { answerHours } from "@/resources/answer-hours";
import { shortName } from "@/resources/card-names";
import { providerName } from "@/resources/provider-name";
import type { Address, Config, Habit, PaymentMethod, User } from "@/resources/types";
import { useLoaded } from "@/resources/use-loaded";
import { usePaymentMethods } from "@/resources/use-payment-methods";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { stripeFor } from "@/paying/load-stripe";
import { Button, ButtonLink } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { Dialog } from "@/ui/overlay/dialog";
import { Loading, Skeleton } from "@/ui/skeleton";

import { changeLink } from "./habit-words";
import { HabitFacts } from "./habit-facts";
import { HabitTimes } from "./habit-times";
import { useAgain, type Refused } from "./use-again";

type SheetProps = { habit: Habit; user: User; config: Config; saved: readonly Address[]; onClose: () => void };

const LINK = "inline-flex min-h-touch items-center font-semibold text-brand-ink underline underline-offset-4";

/** Why it came to nothing, and the way on from there. */
function RefusedNotice({ title, text, code, order }: Refused): ReactElement {
  return (
    <div>
      <FailureNotice text={text} {...(title === undefined ? {} : { title })} />
      {order !== null && (
        <Link to={`/checkout/${order.id}`} className={LINK}>
          {t("again.payAnotherWay")}
        </Link>
      )}
      {code === "too_many_unpaid_orders" && (
        <Link to="/history" className={LINK}>
          {t("again.unpaid")}
        </Link>
      )}
    </div>
  );
}

/** Which card will be charged, and the way to another. */
function CardLine({ card, onAnother, busy }: { card: PaymentMethod; onAnother: () => void; busy: boolean }): ReactElement {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 border-t pt-2">
      <p>
        <span className="text-ink-soft">{t("again.paidWith")}</span> <span className="font-semibold tabular-nums">{shortName(card)}</span>
      </p>
      <Button variant="ghost" size="sm" disabled={busy} onClick={onAnother} className="-mr-4">
        {t("again.anotherCard")}
      </Button>
    </div>
  );
}

/** The default card of the account; null where there is none to pay with, undefined while that is not known. */
function useDefaultCard(config: Config): PaymentMethod | null | undefined {
  const { cards, error } = usePaymentMethods();
  if (config.stripePublishableKey === null || error !== undefined) return null;
  if (cards === undefined) return undefined;
  const usable = cards.filter(({ isExpired }) => !isExpired);
  return usable.find(({ isDefault }) => isDefault) ?? usable[0] ?? null;
}

/** The last order of a habit once more: when, with which card, and the button that names the amount. */
export function AgainSheet({ habit, user, config, saved, onClose }: SheetProps): ReactElement {
  const key = config.stripePublishableKey;
  const load = (): ReturnType<typeof stripeFor> => stripeFor(key ?? "", config.stripeScriptUrl);
  // A bank may want to be asked: that is Stripe's to show. Fetched while the person reads.
  const script = useLoaded(key === null ? null : ["stripe", config.stripeScriptUrl, key], load);
  const again = useAgain({ habit, user, stripe: async () => script.value ?? load() });
  const card = useDefaultCard(config);
  const isBusy = again.step !== "choosing";
  const total = formatChf(again.total);
  const action = card === null ? t("again.continue") : t("again.pay", { total });

  return (
    <>
      {again.step === "confirming" && (
        <p role="status" className="mt-2 text-ink-soft">
          {t("again.busy", { total })}
        </p>
      )}
      <Dialog
        // The bank's question stands above the page: nothing of ours may lie in its way.
        open={again.step !== "confirming"}
        onClose={onClose}
        title={t("again.card", { name: providerName(habit.provider) })}
        actions={
          <>
            <NeedsConnection says={t("again.offline")} busy={isBusy}>
              <Button variant="primary" busy={isBusy || card === undefined} onClick={() => void again.go(card ?? null)}>
                {isBusy ? t("again.working") : action}
              </Button>
            </NeedsConnection>
            <ButtonLink to={changeLink(habit)} variant="ghost">
              {t("again.change")}
            </ButtonLink>
          </>
        }
      >
        <HabitTimes habit={habit} value={again.at} onChange={again.choose} />
        <HabitFacts habit={habit} saved={saved} at={again.at} prices={config.prices} />
        {!habit.acceptsInstantly && <p className="rounded-md bg-brand-soft px-4 py-3 text-brand-ink">{t("common.byHand", { name: habit.provider.user.firstName, hours: answerHours(config.answerWithinMinutes) })}</p>}
        {card === undefined && (
          <Loading>
            <Skeleton className="h-11" />
          </Loading>
        )}
        {card !== null && card !== undefined && <CardLine card={card} busy={isBusy} onAnother={() => void again.go(null)} />}
        <p className="text-caption text-ink-soft">{t(card === null ? "again.later" : "again.when")}</p>
        {again.refused !== null && <RefusedNotice {...again.refused} />}
      </Dialog>
    </>
  );
}
