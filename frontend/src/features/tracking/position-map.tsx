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
/** Size of a pin's label in px, relative to its point. */
const LABEL_PX = { width: 64, height: 42, below: 10 };
const STILL = { interactive: false, keyboard: false } as const;

type PositionMapProps = {
  position: SeenPosition;
  /** The provider's first name. */
  name: string;
  /** The destination, "8001 Zurich"; may be empty. */
  locality: string;
  /** The map's accessible name. */
  label: string;
  /** URL template of the tiles; null: only the country's outline. */
  tiles: string | null;
};

/** A pin with a label; names are user input, so they are set as text, not HTML. */
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

/** Draws provider and destination; returns a function that removes them. */
function drawPeople(map: LeafletMap, { position, name, locality }: PositionMapProps): () => void {
  const here: LatLngTuple = [position.latitude, position.longitude];
  const { destination } = position;
  const shown: Layer[] = [
    circle(here, {
      ...STILL,
      radius: position.accuracy,
      className: "fill-brand stroke-brand",
      fillOpacity: 0.12,
      weight: 1,
    }),
    marker(here, {
      ...STILL,
      icon: pin(name, "bg-brand text-on-brand"),
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

/** Whether the points are so far apart on screen that their labels do not touch. */
function areApart(map: LeafletMap, latLngs: readonly LatLngTuple[]): boolean {
  const points = latLngs.map((latLng) => map.latLngToContainerPoint(latLng));
  return points.every((one, index) => points.slice(index + 1).every((other) => one.distanceTo(other) >= APART_PX));
}

/** Whether a name would be covered by a pin's label. */
function isCovered(map: LeafletMap, latLng: LatLngTuple, pins: readonly LatLngTuple[]): boolean {
  const { x, y } = map.latLngToContainerPoint(latLng);
  return pins
    .map((pin) => map.latLngToContainerPoint(pin))
    .some((pin) => Math.abs(pin.x - x) < LABEL_PX.width && y < pin.y + LABEL_PX.below && y > pin.y - LABEL_PX.height);
}

/** Without street tiles: postal codes around, for orientation. */
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

/** Map of the provider's position and destination. The text beside it says the same. */
export function PositionMap(props: PositionMapProps): ReactElement {
  const { position, label, tiles } = props;
  const element = useRef<HTMLDivElement>(null);
  const mapRef = useRef<LeafletMap | null>(null);
  const hasMoved = useRef(false);

  useEffect(() => {
    if (element.current === null) return undefined;
    // Not on touch screens, where the map would catch scrolling; two fingers move it.
    const isDragged = window.matchMedia("(pointer: fine)").matches;
    const map = drawSwissMap(element.current, {
      tiles,
      isDragged,
      zoomIn: t("tracking.position.zoomIn"),
      zoomOut: t("tracking.position.zoomOut"),
    });
    mapRef.current = map;
    // Do not recentre after the user has moved the map.
    const moved = (): void => void (hasMoved.current = true);
    const { current } = element;
    for (const kind of ["keydown", "pointerdown", "click"]) current.addEventListener(kind, moved);
    return () => {
      for (const kind of ["keydown", "pointerdown", "click"]) current.removeEventListener(kind, moved);
      map.remove();
      mapRef.current = null;
    };
  }, [tiles]);

  useEffect(() => {
    const map = mapRef.current;
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
