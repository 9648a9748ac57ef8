import { readCookie, writeCookie } from "./cookies";

const COOKIE = "theme";
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The theme chosen on this device; "system" follows the OS. The page's HTML applies it before the first paint. */
export function chosenTheme(): Theme {
  const chosen = readCookie(COOKIE);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Applies a theme, and stores it on this device. */
export function chooseTheme(theme: Theme): void {
  writeCookie(COOKIE, theme === "system" ? null : theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
