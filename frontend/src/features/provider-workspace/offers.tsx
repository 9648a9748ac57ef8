import { MapPin } from "lucide-react";
import type { ReactElement } from "react";

import { addOnText } from "@/api/prices/add-ons";
import { workText } from "@/api/prices/amount";
import { errorText } from "@/api/http/error-text";
import type { HandBackOffer } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { isOfferGone, useOfferActs, useOffers } from "@/api/orders/use-hand-back";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { pickupWindow, pickupWindowInSentence } from "@/lib/pickup-window";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { focusHeading } from "@/ui/overlay/focus";
import { showToast } from "@/ui/overlay/toast";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { AnswerDeadline } from "./answer-deadline";

/** Accepts or declines an offer; its card then disappears. */
function useAnswer({
  orderId,
  customerName,
  pickupTime,
}: HandBackOffer): ReturnType<typeof useAct> & { take: () => Promise<void>; refuse: () => Promise<void> } {
  const acts = useOfferActs(orderId);
  const { act, ...state } = useAct();
  const answer = async (send: () => Promise<unknown>): Promise<void> => {
    try {
      await send();
    } catch (error) {
      if (!isOfferGone(error)) throw error;
      showToast({ title: t("provider.offer.gone"), description: errorText(error) });
    }
    requestAnimationFrame(focusHeading);
  };
  const take = async (): Promise<void> => {
    await acts.take();
    showToast({
      title: t("provider.offer.taken"),
      description: t("provider.offer.taken.body", { name: customerName, time: pickupWindowInSentence({ pickupTime }) }),
    });
  };
  const send = (what: () => Promise<unknown>): Promise<void> =>
    act(() => answer(what), { title: t("provider.offer.failed") });
  return { ...state, act, take: () => send(take), refuse: () => send(acts.refuse) };
}

function Offer({ offer, isNext }: { offer: HandBackOffer; isNext: boolean }): ReactElement {
  const now = useNow();
  const { isBusy, failure, take, refuse } = useAnswer(offer);
  return (
    <Card className="border-brand">
      <h3 className="text-lead font-bold tabular-nums">{pickupWindow(offer, now)}</h3>
      <p className="text-ink-soft">
        {t("provider.offer.for", { name: offer.customerName, day: formatDate(offer.returnBy, now) })}
      </p>
      <AnswerDeadline by={offer.until} />
      <p className="mt-2 flex flex-wrap justify-between gap-x-3">
        <span>{workText(offer)}</span>
        <span className="font-medium tabular-nums">
          {t("provider.job.earn", { amount: formatChf(offer.providerEarning) })}
        </span>
      </p>
      {offer.addOns.length > 0 && <p className="font-medium">{offer.addOns.map(addOnText).join(", ")}</p>}
      <p className="mt-2 flex gap-3">
        <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <span>
          {offer.postalCode} {offer.city}
        </span>
      </p>
      {failure !== null && <FailureNotice {...failure} />}
      <div className="mt-4 flex flex-col gap-2">
        <NeedsConnection says={t("provider.offer.offline")} busy={isBusy}>
          <Button variant={isNext ? "primary" : "secondary"} wide busy={isBusy} onClick={() => void take()}>
            {t("provider.offer.accept")}
          </Button>
          <Button variant="ghost" wide disabled={isBusy} onClick={() => void refuse()}>
            {t("provider.offer.refuse")}
          </Button>
        </NeedsConnection>
      </div>
    </Card>
  );
}

/** Pickups handed back by other providers. `isNext`: no own job is more urgent. */
export function Offers({ isNext }: { isNext: boolean }): ReactElement | null {
  const { offers, error, isBusy, retry } = useOffers();
  if (offers === undefined && error !== undefined) {
    const tryAgain = (): void => void retry();
    return (
      <div className="mb-6">
        <NeedsConnection says={t("provider.offers.offline")} onBack={tryAgain}>
          <ErrorState body={errorText(error)} busy={isBusy} onRetry={tryAgain} />
        </NeedsConnection>
      </div>
    );
  }
  if (offers === undefined || offers.length === 0) return null;
  return (
    <section aria-labelledby="offers" className="mb-6">
      <h2 id="offers" className="text-lead font-semibold">
        {t("provider.offer.title")}
      </h2>
      <p className="mb-2 text-ink-soft">{t("provider.offer.lead")}</p>
      <ul className="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
        {offers.map((offer, index) => (
          <li key={offer.orderId}>
            <Offer offer={offer} isNext={isNext && index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
