import { Clock, Hand } from "lucide-react";
import type { ReactElement } from "react";

import { answerHours } from "@/resources/answer-hours";
import type { ListedProvider } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { isPostalCode } from "@/lib/distance";

import { Instead } from "./instead";

type ByHandProps = { name: string; answerMinutes: number };

/** That the provider has to confirm the order, and what if not; said before anything is paid. */
export function ByHandNote({ name, answerMinutes }: ByHandProps): ReactElement {
  return (
    <p className="mt-4 flex gap-2 rounded-md bg-brand-soft px-4 py-3 text-brand-ink">
      <Hand aria-hidden className="mt-0.5 size-5 shrink-0" />
      {t("common.byHand", { name, hours: answerHours(answerMinutes) })}
    </p>
  );
}

type TooSoonProps = ByHandProps & {
  providerId: string;
  /** The chosen pickup. */
  at: string;
  now: number;
  postalCode: string;
  onChoose: (providerId: string) => void;
};

const isInTime = ({ acceptsInstantly, nextFreeAt }: ListedProvider, at: string): boolean =>
  acceptsInstantly && nextFreeAt !== null && Date.parse(nextFreeAt) <= Date.parse(at);

/** The chosen pickup is nearer than the provider's time to answer: a later one, or somebody who accepts at once. */
export function TooSoonNotice({ name, answerMinutes, now, ...instead }: TooSoonProps): ReactElement {
  const values = { name, hours: answerHours(answerMinutes), time: dayTimeInSentence(instead.at, now) };
  return (
    <div role="status" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      {isPostalCode(instead.postalCode.trim()) ? (
        <Instead
          {...instead}
          postalCode={instead.postalCode.trim()}
          icon={Clock}
          fits={(neighbour) => isInTime(neighbour, instead.at)}
          text={(hasNeighbours) => t(hasNeighbours ? "booking.byHand.tooSoon.neighbours" : "booking.byHand.tooSoon", values)}
        />
      ) : (
        <p>{t("booking.byHand.tooSoon", values)}</p>
      )}
    </div>
  );
}
