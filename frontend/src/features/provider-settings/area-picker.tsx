import { Check, Plus } from "lucide-react";
import {
  divIcon,
  latLngBounds,
  marker,
  type LatLng,
  type LatLngTuple,
  type LeafletKeyboardEvent,
  type LeafletMouseEvent,
  type Map as LeafletMap,
} from "leaflet";
import { useEffect, useRef, useState, type ReactElement, type RefObject } from "react";

import type { ServedArea } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { localitiesNear } from "@/api/localities/use-localities";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { FailureNotice } from "@/ui/failure-notice";
import { drawSwissMap, drawTowns, swissCorners } from "@/ui/map/swiss-map";

const MARGIN: [number, number] = [36, 36];
/** Maximum zoom for choosing a locality. */
const NEAREST = 13;

export type AreaPickerProps = {
  areas: readonly ServedArea[];
  /** The limit of postal codes. */
  most: number;
  /** URL template of the tiles; null: only the country's outline. */
  tiles: string | null;
  onChange: (areas: readonly ServedArea[]) => void;
};

const named = ({ postalCode, city }: ServedArea): string => `${postalCode} ${city}`.trim();

function cornersOf(areas: readonly ServedArea[]): LatLngTuple[] {
  return areas.flatMap(({ latitude, longitude }): LatLngTuple[] =>
    latitude === null || longitude === null ? [] : [[latitude, longitude]],
  );
}

function label(postalCode: string, isChosen: boolean): ReturnType<typeof divIcon> {
  const html = document.createElement("span");
  html.className = cx(
    "block cursor-pointer rounded-full border px-2 py-0.5 text-caption font-semibold tabular-nums",
    isChosen ? "border-brand bg-brand text-on-brand" : "border-line-strong bg-surface text-ink",
  );
  html.textContent = postalCode;
  return divIcon({ html, className: "map-mark", iconSize: undefined });
}

/** Draws postal codes as clickable labels; the list below is for keyboards. Returns a function that removes them. */
function drawAreas(
  map: LeafletMap,
  areas: readonly ServedArea[],
  isChosen: (area: ServedArea) => boolean,
  onPress: (area: ServedArea) => void,
): () => void {
  const markers = areas.flatMap((area) => {
    const [corner] = cornersOf([area]);
    if (corner === undefined) return [];
    const chosen = isChosen(area);
    return [
      marker(corner, { icon: label(area.postalCode, chosen), keyboard: false, zIndexOffset: chosen ? 1000 : 0 })
        .on("click", () => onPress(area))
        .addTo(map),
    ];
  });
  return () => markers.forEach((one) => one.remove());
}

/** The map, created once per dialog; `onLook` gets each click, and for Enter the centre. */
function useSwissMap(
  tiles: string | null,
  areas: readonly ServedArea[],
  onLook: (at: LatLng, map: LeafletMap) => void,
): { element: RefObject<HTMLDivElement | null>; mapRef: RefObject<LeafletMap | null> } {
  const element = useRef<HTMLDivElement>(null);
  const mapRef = useRef<LeafletMap | null>(null);
  const first = useRef(areas);
  const looked = useRef(onLook);
  useEffect(() => {
    looked.current = onLook;
  });
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const map = drawSwissMap(current, {
      tiles,
      isDragged: true,
      zoomIn: t("providerSettings.map.zoomIn"),
      zoomOut: t("providerSettings.map.zoomOut"),
    });
    const corners = cornersOf(first.current);
    map.fitBounds(latLngBounds(corners.length === 0 ? swissCorners() : corners), {
      padding: MARGIN,
      maxZoom: NEAREST,
      animate: false,
    });
    if (tiles === null) drawTowns(map);
    map.on("click", ({ latlng }: LeafletMouseEvent) => looked.current(latlng, map));
    map.on("keypress", ({ originalEvent }: LeafletKeyboardEvent) => {
      if (originalEvent.key === "Enter" && originalEvent.target === current) looked.current(map.getCenter(), map);
    });
    mapRef.current = map;
    return () => {
      map.remove();
      mapRef.current = null;
    };
  }, [tiles]);
  return { element, mapRef };
}

type FoundProps = {
  areas: readonly ServedArea[];
  isFull: boolean;
  isChosen: (area: ServedArea) => boolean;
  onPress: (area: ServedArea) => void;
};

function Found({ areas, isFull, isChosen, onPress }: FoundProps): ReactElement {
  return (
    <ul aria-label={t("providerSettings.map.found")} className="flex flex-wrap gap-2">
      {areas.map((area) => {
        const chosen = isChosen(area);
        const Icon = chosen ? Check : Plus;
        return (
          <li key={area.postalCode}>
            <button
              type="button"
              aria-pressed={chosen}
              disabled={!chosen && isFull}
              onClick={() => onPress(area)}
              className={cx(
                "inline-flex min-h-touch items-center gap-1.5 rounded-full border py-1 pr-3.5 pl-2.5 font-medium tabular-nums disabled:opacity-50",
                chosen ? "border-brand bg-brand-soft text-brand-ink" : "border-line-strong",
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {named(area)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Chooses postal codes on a map: a click shows those around, clicking a label adds or removes it. */
export function AreaPicker({ areas, most, tiles, onChange }: AreaPickerProps): ReactElement {
  const [found, setFound] = useState<readonly ServedArea[]>([]);
  const [isAbroad, setIsAbroad] = useState(false);
  const { isBusy, failure, act } = useAct();
  const isFull = areas.length >= most;

  const look = async (at: LatLng, map: LeafletMap): Promise<void> => {
    const found = await localitiesNear(at.lat, at.lng);
    setFound(found.map(({ postalCode, city, latitude, longitude }) => ({ postalCode, city, latitude, longitude })));
    setIsAbroad(found.length === 0);
    if (found.length > 0) map.fitBounds(latLngBounds(cornersOf(found)), { padding: MARGIN, maxZoom: NEAREST });
  };
  const { element, mapRef } = useSwissMap(
    tiles,
    areas,
    (at, map) => void act(() => look(at, map), { fallback: t("providerSettings.map.error") }),
  );
  const isChosen = ({ postalCode }: ServedArea): boolean => areas.some((area) => area.postalCode === postalCode);
  const onPress = (area: ServedArea): void => {
    if (isChosen(area)) onChange(areas.filter(({ postalCode }) => postalCode !== area.postalCode));
    else if (!isFull) onChange([...areas, area]);
  };

  const said = (): string => {
    if (isBusy) return t("providerSettings.map.busy");
    if (isAbroad) return t("providerSettings.map.none");
    return isFull ? t("providerSettings.map.full", { most }) : t("providerSettings.map.count", { count: areas.length });
  };

  useEffect(() => {
    const map = mapRef.current;
    if (map === null) return undefined;
    const others = found.filter(({ postalCode }) => !areas.some((area) => area.postalCode === postalCode));
    return drawAreas(map, [...areas, ...others], isChosen, onPress);
  });

  return (
    <div className="flex flex-col gap-3">
      <div
        ref={element}
        role="region"
        aria-label={t("providerSettings.map.label")}
        className="swiss-map isolate h-72 cursor-crosshair rounded-md border bg-sunken"
      />
      <p role="status" className="text-caption text-ink-soft">
        {said()}
      </p>
      {failure !== null && <FailureNotice {...failure} />}
      {found.length > 0 && <Found areas={found} isFull={isFull} isChosen={isChosen} onPress={onPress} />}
    </div>
  );
}
