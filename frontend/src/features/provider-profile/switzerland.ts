import { swissBorder } from "@/lib/swiss-border";

const WEST = 5.96;
const EAST = 10.49;
const NORTH = 47.81;
const SOUTH = 45.83;
// At this latitude a degree of longitude is shorter than one of latitude by this factor.
const SHORTER = Math.cos((46.8 * Math.PI) / 180);
const WIDTH = 400;
const SCALE = WIDTH / ((EAST - WEST) * SHORTER);
const MARGIN = 6;

export type Point = { x: number; y: number };

/** A point on the map; null outside the country. */
export function onMap(latitude: number | null, longitude: number | null): Point | null {
  if (latitude === null || longitude === null) return null;
  if (latitude < SOUTH || latitude > NORTH || longitude < WEST || longitude > EAST) return null;
  return { x: Math.round((longitude - WEST) * SHORTER * SCALE), y: Math.round((NORTH - latitude) * SCALE) };
}

/** The outline of the country as an SVG path. */
export function outline(): string {
  const points = swissBorder()
    .map(([longitude, latitude]) => onMap(latitude, longitude))
    .filter((point) => point !== null);
  return `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}Z`;
}

export const VIEW_BOX = `${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN} ${Math.round((NORTH - SOUTH) * SCALE) + 2 * MARGIN}`;
