import { ChevronDown, MapPin } from "lucide-react";
import { useState, type ComponentType, type ReactElement } from "react";

import { storedFavourites } from "@/api/favourites/stored-favourites";
import { storedLocalities } from "@/api/localities/stored-locality";
import { useSession } from "@/api/session/session";
import { useShownLocality } from "@/api/localities/use-locality";
import { loadMessages, t } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

type Sheet = ComponentType<{ onClose: () => void }>;

async function loadSheet(): Promise<Sheet> {
  const [{ LocationSheet }] = await Promise.all([
    import("@/features/location/location-sheet"),
    loadMessages("locality"),
  ]);
  return LocationSheet;
}

// If it fails to load, device and account are synced on the next visit.
const DeviceAndAccount = lazyPart(
  async () => (await import("./sync-device-with-account")).SyncDeviceWithAccount,
  SILENT,
);

const ICON = "size-3.5 shrink-0 max-[14rem]:hidden";

/** The current locality, and the button to change it; its sheet is loaded when asked for. */
export function LocationButton({
  onFailure,
}: {
  /** The sheet's chunk failed to load; only a reload helps. */ onFailure: () => void;
}): ReactElement {
  const { user, isLoading } = useSession();
  const { postalCode, city } = useShownLocality();
  const [sheet, setSheet] = useState<{ Sheet: Sheet } | null>(null);
  const location = `${postalCode} ${city}`.trim();
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
        aria-label={t("common.header.place", { place: location })}
        onClick={() => void open()}
        className="flex min-h-touch min-w-0 items-center gap-1 rounded-md px-1.5 text-caption leading-4 text-ink-soft transition-colors hover:bg-sunken"
      >
        <MapPin aria-hidden className={ICON} />
        {/* The header says the city beside it. */}
        <span className="whitespace-nowrap tabular-nums">{postalCode}</span>
        <ChevronDown aria-hidden className={ICON} />
      </button>
      {!isLoading && (user !== null || storedLocalities().account !== null || storedFavourites().areAwaited) && (
        <DeviceAndAccount />
      )}
      {sheet !== null && <sheet.Sheet onClose={() => setSheet(null)} />}
    </>
  );
}
