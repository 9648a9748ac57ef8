/**
 * The address by which a device opens its own map at a place: Android's app by "geo:", Apple's by "maps:"; a desktop has
 * none, and is led to OpenStreetMap.
 */
export function mapsLink(address: string, device: Pick<Navigator, "userAgent" | "maxTouchPoints"> = navigator): string {
  const query = encodeURIComponent(address);
  if (device.userAgent.includes("Android")) return `geo:0,0?q=${query}`;
  // An iPad calls itself a Mac, but has a touch screen.
  const isApplePhone =
    /iPhone|iPad|iPod/.test(device.userAgent) || (device.userAgent.includes("Macintosh") && device.maxTouchPoints > 1);
  if (isApplePhone) return `maps://?q=${query}`;
  return `https://www.openstreetmap.org/search?query=${query}`;
}
