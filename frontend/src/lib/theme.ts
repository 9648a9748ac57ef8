import { readCookie, writeCookie } from "./cookies";

const COOKIE = "theme";
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The colours that were chosen on this device; "system" follows it. The page itself reads the choice before it is painted. */
export function chosenTheme(): Theme {
  const chosen = readCookie(COOKIE);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Shows other colours at once, and keeps the choice on this device. */
export function chooseTheme(theme: Theme): void {
  writeCookie(COOKIE, theme === "system" ? null : theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
