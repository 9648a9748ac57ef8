import { Check, MapPin } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";

type OwnAddress = { id: string; label: string; street: string; city: string; postalCode: string };

type OwnAddressesProps = {
  addresses: readonly OwnAddress[];
  isChosen: (address: OwnAddress) => boolean;
  onChoose: (address: OwnAddress) => void;
};

/** Buttons with the account's saved addresses; nothing if there are none. */
export function OwnAddresses({ addresses, isChosen, onChoose }: OwnAddressesProps): ReactElement | null {
  if (addresses.length === 0) return null;
  return (
    <div role="group" aria-label={t("common.addresses.own")} className="flex flex-col gap-2">
      {addresses.map((address) => {
        const { id, label, street, city, postalCode } = address;
        const chosen = isChosen(address);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={chosen}
            onClick={() => onChoose(address)}
            className="flex min-h-14 items-center gap-3 rounded-md border border-line-strong px-3.5 py-2 text-left transition-colors hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft"
          >
            <MapPin aria-hidden className="size-5 shrink-0 text-ink-soft" />
            <span className="min-w-0 grow">
              {label !== "" && <span className="block font-semibold">{label}</span>}
              <span
                className={label === "" ? "block" : "block text-caption text-ink-soft"}
              >{`${street}, ${postalCode} ${city}`}</span>
            </span>
            {chosen && <Check aria-hidden className="size-5 shrink-0 text-brand-ink" />}
          </button>
        );
      })}
    </div>
  );
}
