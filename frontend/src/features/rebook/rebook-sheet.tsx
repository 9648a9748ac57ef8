import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { pathOfPickup } from "@/api/orders/existing-pickup";
import { returnBy } from "@/api/orders/return-by";
import { shortName } from "@/api/payments/card-names";
import { usePaymentMethods } from "@/api/payments/use-payment-methods";
import { useScript } from "@/api/payments/use-script";
import { addOnText } from "@/api/prices/add-ons";
import { workText } from "@/api/prices/amount";
import { answerHours } from "@/api/providers/answer-hours";
import { providerName } from "@/api/providers/provider-name";
import type { Address, Config, ExistingPickup, PaymentMethod, Prices, RebookSuggestion, User } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { pickupWindowInSentence } from "@/lib/pickup-window";
import { stripeFor } from "@/paying/load-stripe";
import { Button, ButtonLink } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { lazyPart } from "@/ui/lazy-part";
import { NeedsConnection } from "@/ui/needs-connection";
import { Dialog } from "@/ui/overlay/dialog";
import { Fact } from "@/ui/rows";
import { Loading, Skeleton } from "@/ui/skeleton";

import { addressName, changeLink } from "./suggestion-text";
import { SuggestionTimes } from "./suggestion-times";
import { useRebook, type RebookFailure } from "./use-rebook";

const PriceChange = lazyPart(async () => (await import("@/paying/confirm-again")).PriceChange);

/** "Home (Bahnhofstrasse 1, Zurich 8001)". */
function addressText(line: string, saved: readonly Address[]): string {
  const name = addressName(line, saved);
  return line.startsWith(name) ? line : `${name} (${line})`;
}

/** What will be booked, as in the last order. */
function SuggestionFacts({
  suggestion,
  saved,
  at,
  prices,
}: {
  suggestion: RebookSuggestion;
  saved: readonly Address[];
  at: string | null;
  prices: Prices;
}): ReactElement {
  const { serviceType, pickupAddress, deliveryAddress, specialInstructions } = suggestion;
  return (
    <dl>
      <Fact label={t("rebook.what")}>{workText(suggestion)}</Fact>
      {suggestion.addOns.length > 0 && (
        <Fact label={t("rebook.addOns")}>{suggestion.addOns.map(addOnText).join(", ")}</Fact>
      )}
      <Fact label={t("rebook.where")}>{addressText(pickupAddress, saved)}</Fact>
      {deliveryAddress !== pickupAddress && (
        <Fact label={t("rebook.delivery")}>{addressText(deliveryAddress, saved)}</Fact>
      )}
      {specialInstructions !== "" && <Fact label={t("rebook.note")}>{specialInstructions}</Fact>}
      {at !== null && <Fact label={t("rebook.back")}>{formatDate(returnBy(prices, serviceType, at))}</Fact>}
    </dl>
  );
}

/** The pickup at the hour that would have come first. */
function ExistingNotice({ existing }: { existing: ExistingPickup }): ReactElement {
  const { providerName: name, pickupTime } = existing;
  return (
    <p className="rounded-md bg-brand-soft px-4 py-3 text-brand-ink">
      {t("rebook.existing", { name, time: pickupWindowInSentence({ pickupTime }) })}{" "}
      <Link to={pathOfPickup(existing)} className="font-semibold underline underline-offset-4">
        {t("rebook.existing.open")}
      </Link>
    </p>
  );
}

type SheetProps = {
  suggestion: RebookSuggestion;
  user: User;
  config: Config;
  saved: readonly Address[];
  onClose: () => void;
};

const LINK = "inline-flex min-h-touch items-center font-semibold text-brand-ink underline underline-offset-4";

/** Why it failed, and what to do next. */
function FailedNotice({ title, text, code, order }: RebookFailure): ReactElement {
  return (
    <div>
      <FailureNotice text={text} {...(title === undefined ? {} : { title })} />
      {order !== null && (
        <Link to={`/checkout/${order.id}`} className={LINK}>
          {t("rebook.payAnotherWay")}
        </Link>
      )}
      {code === "too_many_unpaid_orders" && (
        <Link to="/history" className={LINK}>
          {t("rebook.unpaid")}
        </Link>
      )}
    </div>
  );
}

/** The card to be charged, and a link to another. */
function CardLine({
  card,
  onAnother,
  busy,
}: {
  card: PaymentMethod;
  onAnother: () => void;
  busy: boolean;
}): ReactElement {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 border-t pt-2">
      <p>
        <span className="text-ink-soft">{t("rebook.paidWith")}</span>{" "}
        <span className="font-semibold tabular-nums">{shortName(card)}</span>
      </p>
      <Button variant="ghost" size="sm" disabled={busy} onClick={onAnother} className="-mr-4">
        {t("rebook.anotherCard")}
      </Button>
    </div>
  );
}

/** The account's default card; null if there is none, undefined while loading. */
function useDefaultCard(config: Config): PaymentMethod | null | undefined {
  const { cards, error } = usePaymentMethods();
  if (config.stripePublishableKey === null || error !== undefined) return null;
  if (cards === undefined) return undefined;
  const usable = cards.filter(({ isExpired }) => !isExpired);
  return usable.find(({ isDefault }) => isDefault) ?? usable[0] ?? null;
}

/** Books a suggestion again: time, card, and a button with the amount. */
export function RebookSheet({ suggestion, user, config, saved, onClose }: SheetProps): ReactElement {
  const key = config.stripePublishableKey;
  const load = (): ReturnType<typeof stripeFor> => stripeFor(key ?? "", config.stripeScriptUrl);
  // Stripe's script is needed for 3-D Secure; loaded in advance.
  const script = useScript(key === null ? null : ["stripe", config.stripeScriptUrl, key], load);
  const rebook = useRebook({ suggestion, user, stripe: async () => script.value ?? load() });
  const card = useDefaultCard(config);
  const isBusy = rebook.step !== "choosing";
  const total = formatChf(rebook.total);
  const action = card === null ? t("rebook.continue") : t("rebook.pay", { total });

  return (
    <>
      {rebook.step === "confirming" && (
        <p role="status" className="mt-2 text-ink-soft">
          {t("rebook.busy", { total })}
        </p>
      )}
      <Dialog
        // Hidden while confirming: 3-D Secure opens above the page.
        open={rebook.step !== "confirming"}
        onClose={onClose}
        title={t("rebook.card", { name: providerName(suggestion.provider) })}
        actions={
          <>
            <NeedsConnection says={t("rebook.offline")} busy={isBusy}>
              <Button
                variant="primary"
                busy={isBusy || card === undefined}
                onClick={() => void rebook.go(card ?? null)}
              >
                {isBusy ? t("rebook.working") : action}
              </Button>
            </NeedsConnection>
            <ButtonLink to={changeLink(suggestion)} variant="ghost">
              {t("rebook.change")}
            </ButtonLink>
          </>
        }
      >
        {suggestion.existingPickup !== null && <ExistingNotice existing={suggestion.existingPickup} />}
        <SuggestionTimes suggestion={suggestion} value={rebook.at} onChange={rebook.choose} />
        <SuggestionFacts suggestion={suggestion} saved={saved} at={rebook.at} prices={config.prices} />
        {!suggestion.acceptsInstantly && (
          <p className="rounded-md bg-brand-soft px-4 py-3 text-brand-ink">
            {t("common.manual", {
              name: suggestion.provider.user.firstName,
              hours: answerHours(config.answerWithinMinutes),
            })}
          </p>
        )}
        {card === undefined && (
          <Loading>
            <Skeleton className="h-11" />
          </Loading>
        )}
        {card !== null && card !== undefined && (
          <CardLine card={card} busy={isBusy} onAnother={() => void rebook.go(null)} />
        )}
        <p className="text-caption text-ink-soft">{t(card === null ? "rebook.later" : "rebook.when")}</p>
        {rebook.failure !== null &&
          (rebook.failure.formerTotal === null ? (
            <FailedNotice {...rebook.failure} />
          ) : (
            <PriceChange former={rebook.failure.formerTotal} now={rebook.total} isRefused />
          ))}
      </Dialog>
    </>
  );
}
