import { Clock, MapPin, type LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { answerHours } from "@/api/providers/answer-hours";
import { providerName } from "@/api/providers/provider-name";
import { useProvidersNear } from "@/api/providers/use-providers";
import type { ListedProvider } from "@/api/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { isPostalCode } from "@/lib/distance";
import { ProviderOffers } from "@/ui/provider-offers";

import type { ManualConfirmationProps } from "./form-extras";
import type { BookingFormState } from "./use-booking-form";

const MOST_PROVIDERS = 3;

type AlternativeProvidersProps = {
  /** Four digits. */
  postalCode: string;
  /** The provider who cannot do it. */
  providerId: string;
  onChoose: (providerId: string) => void;
};

type Parts = AlternativeProvidersProps & {
  icon: LucideIcon;
  /** True for providers who can do it. */ canDo: (provider: ListedProvider) => boolean;
  text: (hasProviders: boolean) => string;
};

/** Why the chosen provider cannot do it, with up to three others near the address. */
function AlternativeProviders({ postalCode, providerId, icon: Icon, canDo, text, onChoose }: Parts): ReactElement {
  const { providers } = useProvidersNear(postalCode);
  const others = (providers ?? []).filter((one) => one.id !== providerId && canDo(one)).slice(0, MOST_PROVIDERS);
  return (
    <>
      <p className="flex gap-2">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        {text(others.length > 0)}
      </p>
      <ProviderOffers nameOf={providerName} providers={others} onChoose={onChoose} />
    </>
  );
}

type NotServedNoticeProps = AlternativeProvidersProps & Pick<BookingFormState, "otherProvider"> & { name: string };

/** The provider does not serve the address: offers others who do. */
export function NotServedNotice({ name, otherProvider, ...alternatives }: NotServedNoticeProps): ReactElement {
  const values = { name, postalCode: alternatives.postalCode };
  return (
    <div role="status" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      <AlternativeProviders
        {...alternatives}
        icon={MapPin}
        canDo={() => true}
        text={(hasProviders) => t(hasProviders ? "booking.notServed.neighbours" : "booking.notServed", values)}
      />
      <Link
        {...otherProvider}
        className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
      >
        {t("booking.pickup.none.action")}
      </Link>
    </div>
  );
}

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
