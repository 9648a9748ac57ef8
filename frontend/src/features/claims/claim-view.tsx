import type { ReactElement } from "react";

import type { Claim } from "@/api/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { Badge, type BadgeTone } from "@/ui/badge";
import { useNow } from "@/ui/use-now";

import { ClaimPhotos } from "./claim-photos";

const TONES: Record<Claim["state"], BadgeTone> = {
  answer: "warn",
  review: "brand",
  refunded: "good",
  rejected: "neutral",
};

type ClaimViewProps = {
  claim: Claim;
  /** The viewer's side. */
  side: "customer" | "provider";
  /** The other side's first name. */
  name: string;
};

function itemOf({ item, price }: Claim): string {
  const named = t(`claims.item.${item}`);
  return price === null ? named : t("claims.price.shown", { item: named, price: formatChf(price) });
}

function waitsFor(claim: Claim, isLate: boolean, { side, name }: Omit<ClaimViewProps, "claim">): string | null {
  const time = dayTimeInSentence(claim.answerBy);
  if (claim.state === "review") return t("claims.review");
  if (claim.state !== "answer") return null;
  if (isLate) return side === "customer" ? t("claims.late", { name }) : t("claims.late.you");
  return side === "customer" ? t("claims.until", { name, time }) : t("claims.until.you", { time });
}

function Decision({ claim, side }: Pick<ClaimViewProps, "claim" | "side">): ReactElement | null {
  const { decision, state } = claim;
  if (decision === null) return null;
  const amount = formatChf(decision.amount);
  return (
    <div className="mt-3 rounded-md bg-sunken px-4 py-3">
      <p className="font-medium">
        {state === "rejected"
          ? t("claims.decision.rejected")
          : t(side === "customer" ? "claims.decision.refunded.yours" : "claims.decision.refunded", { amount })}
      </p>
      <p className="whitespace-pre-wrap">{decision.reason}</p>
    </div>
  );
}

/** A claim: what was reported, the provider's view, and the decision. */
export function ClaimView({ claim, side, name }: ClaimViewProps): ReactElement {
  // The provider may answer until it is decided; from then on that waits for us.
  const isLate = useNow() >= Date.parse(claim.answerBy);
  const waits = waitsFor(claim, isLate, { side, name });
  const state = claim.state === "answer" && isLate ? "review" : claim.state;
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-caption text-ink-soft">
          {t("claims.reported", { when: dayTimeInSentence(claim.reportedAt) })} · {itemOf(claim)}
        </p>
        <Badge tone={TONES[state]}>{t(`claims.state.${state}`)}</Badge>
      </div>
      <p className="mt-2 whitespace-pre-wrap">{claim.description}</p>
      <ClaimPhotos photos={claim.photos.filter(({ byCustomer }) => byCustomer)} />
      {claim.statement !== null && (
        <>
          <p className="mt-3 font-medium">
            {side === "customer" ? t("claims.statement.of", { name }) : t("claims.statement.yours")}
          </p>
          <p className="whitespace-pre-wrap">{claim.statement}</p>
          <ClaimPhotos photos={claim.photos.filter(({ byCustomer }) => !byCustomer)} />
        </>
      )}
      {waits !== null && <p className="mt-3 text-ink-soft">{waits}</p>}
      <Decision claim={claim} side={side} />
    </div>
  );
}
