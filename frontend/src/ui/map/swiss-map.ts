import {
  control,
  divIcon,
  map as createMap,
  marker,
  polygon,
  tileLayer,
  type LatLngTuple,
  type Map as LeafletMap,
} from "leaflet";

import { swissBorder } from "@/lib/swiss-border";

import "./swiss-map.css";

const FARTHEST = 7;
/** Maximum zoom. Without street tiles there is nothing to see nearer. */
const NEAREST = { withTiles: 17, without: 14 };

/** Below this zoom the names of all towns would overlap. */
const NEAR = 9;
type Town = [name: string, latitude: number, longitude: number];
const CITIES: readonly Town[] = [
  ["Basel", 47.56, 7.59],
  ["Bern", 46.95, 7.45],
  ["Zürich", 47.37, 8.54],
  ["Genève", 46.2, 6.14],
  ["Lausanne", 46.52, 6.63],
  ["St. Gallen", 47.42, 9.38],
  ["Lugano", 46.0, 8.95],
  ["Chur", 46.85, 9.53],
  ["Sion", 46.23, 7.36],
];
const TOWNS: readonly Town[] = [
  ["Luzern", 47.05, 8.31],
  ["Winterthur", 47.5, 8.73],
  ["Fribourg", 46.8, 7.16],
  ["Neuchâtel", 46.99, 6.93],
  ["Biel/Bienne", 47.14, 7.25],
  ["Thun", 46.76, 7.63],
  ["Schaffhausen", 47.7, 8.63],
  ["Aarau", 47.39, 8.04],
  ["Solothurn", 47.21, 7.53],
  ["Zug", 47.17, 8.52],
  ["Bellinzona", 46.2, 9.02],
  ["Davos", 46.8, 9.83],
];

type SwissMapOptions = {
  /** URL template of the tiles; null: only the country's outline. */
  tiles: string | null;
  /** Dragging moves the map; otherwise it scrolls the page. */
  isDragged: boolean;
  /** Accessible names of the zoom buttons. */
  zoomIn: string;
  zoomOut: string;
};

/** The border as Leaflet coordinates. */
export function swissCorners(): LatLngTuple[] {
  return swissBorder().map(([longitude, latitude]): LatLngTuple => [latitude, longitude]);
}

function nameOf([name, ...at]: Town): ReturnType<typeof marker> {
  const html = document.createElement("span");
  html.className = "text-caption text-ink-soft";
  html.textContent = name;
  return marker(at, {
    icon: divIcon({ html, className: "map-mark", iconSize: undefined }),
    interactive: false,
    keyboard: false,
    zIndexOffset: -1000,
  });
}

/** Labels towns on maps without tiles; smaller ones only when zoomed in. */
export function drawTowns(map: LeafletMap): void {
  for (const city of CITIES) nameOf(city).addTo(map);
  const towns = TOWNS.map(nameOf);
  const draw = (): void => towns.forEach((town) => (map.getZoom() < NEAR ? town.remove() : town.addTo(map)));
  draw();
  map.on("zoomend", draw);
}

/** A Leaflet map of Switzerland; without animations under prefers-reduced-motion. */
export function drawSwissMap(element: HTMLElement, { tiles, isDragged, zoomIn, zoomOut }: SwissMapOptions): LeafletMap {
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = createMap(element, {
    attributionControl: false,
    zoomControl: false,
    scrollWheelZoom: false,
    dragging: isDragged,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    inertia: !isStill,
    minZoom: FARTHEST,
    maxZoom: tiles === null ? NEAREST.without : NEAREST.withTiles,
  });
  control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map);
  control.scale({ imperial: false, position: "bottomright" }).addTo(map);
  const look = tiles === null ? "fill-brand-soft stroke-line-strong" : "fill-none stroke-line-strong";
  polygon(swissCorners(), { className: look, interactive: false, fillOpacity: 1, weight: 2 }).addTo(map);
  if (tiles !== null) tileLayer(tiles).addTo(map);
  return map;
}
