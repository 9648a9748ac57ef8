import { LocateFixed, MapPin } from "lucide-react";
import { useDeferredValue, useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { Locality } from "@/api/localities/stored-locality";
import { useSession } from "@/api/session/session";
import type { FoundLocality } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useAddresses } from "@/api/addresses/use-addresses";
import { useChooseLocality, useShownLocality } from "@/api/localities/use-locality";
import { localitiesNear, useLocalitySearch } from "@/api/localities/use-localities";
import { usePrivacyPreferences } from "@/api/privacy/use-privacy";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import type { Failure } from "@/ui/failure-notice";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { OwnAddresses } from "@/ui/own-addresses";
import { Dialog } from "@/ui/overlay/dialog";
import { Spinner } from "@/ui/spinner";

const ROW =
  "flex min-h-touch w-full items-center gap-3 rounded-md px-3 py-2 text-left transition-colors hover:bg-sunken aria-pressed:bg-brand-soft disabled:opacity-50";

function Found({
  localities,
  chosen,
  isBusy,
  onChoose,
}: {
  localities: readonly FoundLocality[];
  chosen: string;
  isBusy: boolean;
  onChoose: (locality: Locality) => void;
}): ReactElement {
  return (
    <ul aria-label={t("locality.found")} className="flex flex-col">
      {localities.map(({ postalCode, city, canton }) => (
        <li key={postalCode}>
          <button
            type="button"
            aria-pressed={postalCode === chosen}
            onClick={() => onChoose({ postalCode, city })}
            className={ROW}
          >
            {isBusy && postalCode === chosen ? (
              <Spinner />
            ) : (
              <MapPin aria-hidden className="size-5 shrink-0 text-ink-soft" />
            )}
            <span className="min-w-0">
              {postalCode} {city} {canton !== "" && canton !== city && <span className="text-ink-soft">{canton}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The browser counts its own limit only once the position is allowed. */
const LIMIT_MS = 15_000;

/** The browser's position; null if refused or unavailable, or not there in time. */
function position(): Promise<GeolocationPosition | null> {
  return new Promise((resolve) => {
    const giveUp = (): void => resolve(null);
    setTimeout(giveUp, LIMIT_MS);
    if (!("geolocation" in navigator)) giveUp();
    else navigator.geolocation.getCurrentPosition(resolve, giveUp, { timeout: 10_000, maximumAge: 300_000 });
  });
}

type OwnPosition = {
  around: FoundLocality[] | null;
  /** Why there are no results. */
  failure: Failure | null;
  isBusy: boolean;
  ask: () => void;
};

/** Gets the position when asked, and the localities near it. */
function useOwnPosition(): OwnPosition {
  const [around, setAround] = useState<FoundLocality[] | null>(null);
  const [words, setWords] = useState<string | null>(null);
  const { isBusy, failure, act } = useAct();
  const ask = async (): Promise<void> => {
    setWords(null);
    const here = await position();
    if (here === null) {
      setWords(t("locality.own.refused"));
      return;
    }
    const localities = await localitiesNear(here.coords.latitude, here.coords.longitude);
    setAround(localities);
    if (localities.length === 0) setWords(t("locality.own.abroad"));
  };
  return { around, failure: failure ?? (words === null ? null : { text: words }), isBusy, ask: () => void act(ask) };
}

/** Asks for the position, unless the account has switched location tracking off. */
function OwnPositionButton({ isBusy, onAsk }: { isBusy: boolean; onAsk: () => void }): ReactElement {
  const { user } = useSession();
  const { preferences, error } = usePrivacyPreferences(user !== null);
  if (preferences === undefined && error !== undefined)
    return <p className="text-caption text-ink-soft">{t("locality.own.unknown")}</p>;
  if (preferences?.locationTracking === false)
    return <p className="text-caption text-ink-soft">{t("locality.own.off")}</p>;
  return (
    // Disabled until the account's preferences are loaded.
    <Button
      icon={<LocateFixed aria-hidden className="size-5" />}
      busy={isBusy}
      disabled={user !== null && preferences === undefined}
      onClick={onAsk}
    >
      {t("locality.own")}
    </Button>
  );
}

function SavedAddresses({
  chosen,
  onChoose,
}: {
  chosen: string;
  onChoose: (locality: Locality) => void;
}): ReactElement | null {
  const { user } = useSession();
  const { addresses } = useAddresses(user !== null);
  if (addresses === undefined || addresses.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 font-semibold">{t("common.addresses.own")}</h3>
      <OwnAddresses addresses={addresses} isChosen={({ postalCode }) => postalCode === chosen} onChoose={onChoose} />
    </div>
  );
}

/** Chooses the locality of list, search and booking. */
export function LocationSheet({ onClose }: { onClose: () => void }): ReactElement {
  const choose = useChooseLocality();
  const { postalCode: shownCode } = useShownLocality();
  const [pressed, setPressed] = useState("");
  const [words, setWords] = useState("");
  const { isBusy, failure, act } = useAct();
  // Marked at once: an account's locality is saved first.
  const chosen = isBusy ? pressed : shownCode;
  const own = useOwnPosition();
  const asked = useDeferredValue(words.trim());
  const { localities, error } = useLocalitySearch(asked === "" ? null : asked);
  const shown = asked === "" ? own.around : localities;

  const take = ({ postalCode, city }: Locality): void => {
    if (isBusy) return;
    setPressed(postalCode);
    void act(() => choose({ postalCode, city }).then(onClose), { title: t("locality.notChanged") });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("locality.title")}
      description={t("locality.lead")}
      failure={failure ?? own.failure}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (asked !== "" && localities?.[0] !== undefined) take(localities[0]);
        }}
      >
        <Field label={t("locality.field")} error={error === undefined || asked === "" ? undefined : errorText(error)}>
          {(control) => (
            <Input
              {...control}
              type="search"
              autoComplete="postal-code"
              maxLength={80}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
        </Field>
        <div role="status">
          {asked !== "" && localities?.length === 0 && <p className="text-ink-soft">{t("locality.none")}</p>}
        </div>
        <fieldset disabled={isBusy} className="contents">
          {shown !== null && shown !== undefined && shown.length > 0 && (
            <Found localities={shown} chosen={chosen} isBusy={isBusy} onChoose={take} />
          )}
          <OwnPositionButton isBusy={own.isBusy} onAsk={own.ask} />
          <SavedAddresses chosen={chosen} onChoose={take} />
        </fieldset>
      </form>
    </Dialog>
  );
}
