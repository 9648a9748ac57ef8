import { useEffect, useRef, type ReactElement } from "react";
import {
  circle,
  divIcon,
  latLngBounds,
  marker,
  polyline,
  type LatLngTuple,
  type Layer,
  type Map as LeafletMap,
} from "leaflet";

import type { SeenPosition } from "@/api/types";
import { t } from "@/i18n/i18n";
import { drawSwissMap } from "@/ui/map/swiss-map";

const MARGIN = 40;
const APART_PX = 36;
/** How far the label of a pin reaches from its point, and the half of a name beside it. */
const LABEL_PX = { width: 64, height: 42, below: 10 };
const STILL = { interactive: false, keyboard: false } as const;

type PositionMapProps = {
  position: SeenPosition;
  /** The provider's first name. */
  name: string;
  /** Where they are going, "8001 Zurich"; may be empty. */
  locality: string;
  /** What a screen reader says of the map. */
  label: string;
  isCurrent: boolean;
  /** The address of tiles; null: the outline of the country. */
  tiles: string | null;
};

/** A label with a point beneath; names are people's own words, so they are written as text. */
function pin(words: string, look: string): ReturnType<typeof divIcon> {
  const html = document.createElement("div");
  html.className = "flex flex-col items-center";
  const label = document.createElement("span");
  label.className = `rounded-full px-2.5 py-0.5 text-caption font-semibold shadow-high ${look}`;
  label.textContent = words;
  const point = document.createElement("span");
  point.className = `size-3 -translate-y-0.5 rotate-45 ${look}`;
  html.append(label, point);
  return divIcon({ html, className: "map-pin", iconSize: undefined });
}

function landmark(postalCode: string): ReturnType<typeof divIcon> {
  const html = document.createElement("span");
  html.className = "text-caption text-ink-soft tabular-nums";
  html.textContent = postalCode;
  return divIcon({ html, className: "map-mark", iconSize: undefined });
}

/** Draws who is where; returns the function that takes it away again. */
function drawPeople(map: LeafletMap, { position, name, locality, isCurrent }: PositionMapProps): () => void {
  const here: LatLngTuple = [position.latitude, position.longitude];
  const { destination } = position;
  const shown: Layer[] = [
    circle(here, {
      ...STILL,
      radius: position.accuracyM,
      className: "fill-brand stroke-brand",
      fillOpacity: 0.12,
      weight: 1,
    }),
    marker(here, {
      ...STILL,
      icon: pin(name, isCurrent ? "bg-brand text-on-brand" : "bg-ink-soft text-surface"),
      zIndexOffset: 1000,
    }),
  ];
  if (destination !== null) {
    const there: LatLngTuple = [destination.latitude, destination.longitude];
    shown.push(marker(there, { ...STILL, icon: pin(locality, "bg-ink text-surface") }));
    shown.push(polyline([here, there], { interactive: false, className: "stroke-brand", weight: 3, dashArray: "2 8" }));
  }
  for (const layer of shown) layer.addTo(map);
  return () => shown.forEach((layer) => layer.remove());
}

/** Whether no two points lie so near one another on the screen that their names would touch. */
function areApart(map: LeafletMap, latLngs: readonly LatLngTuple[]): boolean {
  const points = latLngs.map((latLng) => map.latLngToContainerPoint(latLng));
  return points.every((one, index) => points.slice(index + 1).every((other) => one.distanceTo(other) >= APART_PX));
}

/** Whether a name would stick out from beneath the label of a pin. */
function isCovered(map: LeafletMap, latLng: LatLngTuple, pins: readonly LatLngTuple[]): boolean {
  const { x, y } = map.latLngToContainerPoint(latLng);
  return pins
    .map((pin) => map.latLngToContainerPoint(pin))
    .some((pin) => Math.abs(pin.x - x) < LABEL_PX.width && y < pin.y + LABEL_PX.below && y > pin.y - LABEL_PX.height);
}

/** Where there are no streets, what people here know their way by: the postal codes around. */
function drawLandmarks(
  map: LeafletMap,
  { landmarks, latitude: here, longitude: away, destination }: SeenPosition,
): () => void {
  const pins: LatLngTuple[] = [
    [here, away],
    ...(destination === null ? [] : [[destination.latitude, destination.longitude] satisfies LatLngTuple]),
  ];
  const latLngs = landmarks.map(({ latitude, longitude }): LatLngTuple => [latitude, longitude]);
  const names = landmarks.map(({ postalCode }, index) =>
    marker(latLngs[index] ?? [0, 0], { ...STILL, icon: landmark(postalCode), zIndexOffset: -1000 }),
  );
  const hide = (): void => names.forEach((name) => name.remove());
  const draw = (): void => {
    hide();
    if (!areApart(map, latLngs)) return;
    for (const [index, latLng] of latLngs.entries()) if (!isCovered(map, latLng, pins)) names[index]?.addTo(map);
  };
  draw();
  map.on("zoomend", draw);
  return () => {
    map.off("zoomend", draw);
    hide();
  };
}

function showAll(map: LeafletMap, { latitude, longitude, destination }: SeenPosition): void {
  const bounds = latLngBounds([[latitude, longitude]]);
  if (destination !== null) bounds.extend([destination.latitude, destination.longitude]);
  map.fitBounds(bounds, {
    paddingTopLeft: [MARGIN + 20, MARGIN + 20],
    paddingBottomRight: [MARGIN + 20, MARGIN],
    animate: false,
  });
}

/** Where the provider is and where they are going. What stands beside it says the same in words. */
export function PositionMap(props: PositionMapProps): ReactElement {
  const { position, label, tiles } = props;
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<LeafletMap | null>(null);
  const hasMoved = useRef(false);

  useEffect(() => {
    if (element.current === null) return undefined;
    // A finger would be caught by the map on its way down the page; two zoom and move it.
    const isDragged = window.matchMedia("(pointer: fine)").matches;
    const map = drawSwissMap(element.current, {
      tiles,
      isDragged,
      zoomIn: t("tracking.position.zoomIn"),
      zoomOut: t("tracking.position.zoomOut"),
    });
    drawn.current = map;
    // What somebody has looked up stays where they put it.
    const moved = (): void => void (hasMoved.current = true);
    const { current } = element;
    for (const kind of ["keydown", "pointerdown", "click"]) current.addEventListener(kind, moved);
    return () => {
      for (const kind of ["keydown", "pointerdown", "click"]) current.removeEventListener(kind, moved);
      map.remove();
      drawn.current = null;
    };
  }, [tiles]);

  useEffect(() => {
    const map = drawn.current;
    if (map === null) return undefined;
    if (!hasMoved.current) showAll(map, position);
    const takeBack = [drawPeople(map, props), ...(tiles === null ? [drawLandmarks(map, position)] : [])];
    return () => takeBack.forEach((take) => take());
  }, [props, position, tiles]);

  return (
    <div
      ref={element}
      role="region"
      aria-label={label}
      className="swiss-map isolate h-64 rounded-md border bg-sunken"
    />
  );
}
