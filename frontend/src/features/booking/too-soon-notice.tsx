import { Clock } from "lucide-react";
import type { ReactElement } from "react";

import { answerHours } from "@/api/providers/answer-hours";
import type { ListedProvider } from "@/api/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { isPostalCode } from "@/lib/distance";

import { AlternativeProviders } from "./alternative-providers";
import type { ManualConfirmationProps } from "./manual-confirmation";

type TooSoonProps = ManualConfirmationProps & {
  providerId: string;
  /** The chosen pickup. */
  at: string;
  now: number;
  postalCode: string;
  onChoose: (providerId: string) => void;
};

const isInTime = ({ acceptsInstantly, nextFreeAt }: ListedProvider, at: string): boolean =>
  acceptsInstantly && nextFreeAt !== null && Date.parse(nextFreeAt) <= Date.parse(at);

/** The pickup is sooner than the provider's time to accept: offers a later one, or providers who accept at once. */
export function TooSoonNotice({ name, answerMinutes, now, ...alternatives }: TooSoonProps): ReactElement {
  const values = { name, hours: answerHours(answerMinutes), time: dayTimeInSentence(alternatives.at, now) };
  return (
    <div role="status" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      {isPostalCode(alternatives.postalCode.trim()) ? (
        <AlternativeProviders
          {...alternatives}
          postalCode={alternatives.postalCode.trim()}
          icon={Clock}
          canDo={(provider) => isInTime(provider, alternatives.at)}
          text={(hasProviders) =>
            t(hasProviders ? "booking.manual.tooSoon.neighbours" : "booking.manual.tooSoon", values)
          }
        />
      ) : (
        <p>{t("booking.manual.tooSoon", values)}</p>
      )}
    </div>
  );
}
