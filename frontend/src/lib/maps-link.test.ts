import { expect, test } from "vitest";

import { mapsLink } from "./maps-link";

const ADDRESS = "Rue de l'Église 1 & 2, Genève 1201";
const QUERY = "Rue%20de%20l'%C3%89glise%201%20%26%202%2C%20Gen%C3%A8ve%201201";

test.each([
  ["an Android phone", "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142", 5, `geo:0,0?q=${QUERY}`],
  ["an iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/605", 5, `maps://?q=${QUERY}`],
  [
    "an iPad, which calls itself a Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605",
    5,
    `maps://?q=${QUERY}`,
  ],
  [
    "a Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605",
    0,
    `https://www.openstreetmap.org/search?query=${QUERY}`,
  ],
  ["a desk", "Mozilla/5.0 (X11; Linux x86_64) Firefox/145", 0, `https://www.openstreetmap.org/search?query=${QUERY}`],
])("%s opens its own map", (_, userAgent, maxTouchPoints, link) => {
  expect(mapsLink(ADDRESS, { userAgent, maxTouchPoints })).toBe(link);
});
