import type { ReactElement } from "react";

import { distanceText } from "@/i18n/distance-text";
import { t } from "@/i18n/i18n";

import { Avatar } from "./avatar";

type Neighbour = {
  id: string;
  user: { firstName: string; lastName: string; profileImageUrl: string | null };
  distanceKm: number | null;
};

type NeighbourOffersProps = { neighbours: readonly Neighbour[]; /** What somebody is called. */ nameOf: (neighbour: Neighbour) => string; onChoose: (id: string) => void };

/** People who come to an address, one tap each; nothing where there are none. */
export function NeighbourOffers({ neighbours, nameOf, onChoose }: NeighbourOffersProps): ReactElement | null {
  if (neighbours.length === 0) return null;
  return (
    <div role="group" aria-label={t("common.neighbours")} className="mt-3 flex flex-col gap-2">
      {neighbours.map((neighbour) => (
        <button
          key={neighbour.id}
          type="button"
          onClick={() => onChoose(neighbour.id)}
          className="flex min-h-14 items-center gap-3 rounded-md border border-line-strong bg-surface px-3.5 py-2 text-left text-ink transition-colors hover:bg-sunken"
        >
          <Avatar
            id={neighbour.id}
            firstName={neighbour.user.firstName}
            lastName={neighbour.user.lastName}
            imageUrl={neighbour.user.profileImageUrl}
            size="sm"
          />
          <span className="min-w-0 grow">
            <span className="block font-semibold">{t("common.neighbours.choose", { name: nameOf(neighbour) })}</span>
            <span className="block text-caption text-ink-soft first-letter:uppercase">{distanceText(neighbour.distanceKm)}</span>
          </span>
        </button>
      ))}
    </div>
  );
}
