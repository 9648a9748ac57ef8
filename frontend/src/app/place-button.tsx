import { ChevronDown, MapPin } from "lucide-react";
import { lazy, Suspense, useState, type ComponentType, type ReactElement } from "react";

import { keptFavourites } from "@/resources/kept-favourites";
import { keptPlaces } from "@/resources/kept-place";
import { useSession } from "@/resources/session";
import { useShownPlace } from "@/resources/use-place";
import { loadMessages, t } from "@/i18n/i18n";

type Sheet = ComponentType<{ onClose: () => void }>;

async function loadSheet(): Promise<Sheet> {
  const [{ PlaceSheet }] = await Promise.all([import("@/features/place/place-sheet"), loadMessages("place")]);
  return PlaceSheet;
}

// Where it does not arrive, device and account go on apart until the next visit.
const DeviceAndAccount = lazy(() =>
  import("./device-and-account").then(
    (part) => ({ default: part.DeviceAndAccount }),
    () => ({ default: () => null }),
  ),
);

/** The place that everything follows, and the way to another one; its sheet comes once it is asked for. */
export function PlaceButton({ onFailure }: { /** The sheet did not come, and does not until the page is loaded anew. */ onFailure: () => void }): ReactElement {
  const { user, isLoading } = useSession();
  const { postalCode, city } = useShownPlace();
  const [sheet, setSheet] = useState<{ Sheet: Sheet } | null>(null);
  const place = `${postalCode} ${city}`.trim();
  const open = async (): Promise<void> => {
    try {
      setSheet({ Sheet: await loadSheet() });
    } catch {
      onFailure();
    }
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t("common.header.place", { place })}
        onClick={() => void open()}
        className="flex min-h-touch min-w-0 items-center gap-1 rounded-md px-1.5 text-caption leading-4 text-ink-soft transition-colors hover:bg-sunken"
      >
        <MapPin aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate tabular-nums">
          {postalCode}
          <span className="max-[30rem]:hidden"> {city}</span>
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      </button>
      {!isLoading && (user !== null || keptPlaces().account !== null || keptFavourites().areAwaited) && (
        <Suspense fallback={null}>
          <DeviceAndAccount />
        </Suspense>
      )}
      {sheet !== null && <sheet.Sheet onClose={() => setSheet(null)} />}
    </>
  );
}
