import type { Appearance } from "@stripe/stripe-js";
import { useSyncExternalStore } from "react";

const darkScheme = (): MediaQueryList => window.matchMedia("(prefers-color-scheme: dark)");

function subscribe(listener: () => void): () => void {
  const query = darkScheme();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** The look of the Payment Element: our tokens as they are now, for its frame cannot read them. */
export function useAppearance(): Appearance {
  const isDark = useSyncExternalStore(subscribe, () => darkScheme().matches);
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string): string => tokens.getPropertyValue(`--${name}`).trim();
  const colours = {
    colorPrimary: token("brand"),
    colorBackground: token("surface"),
    colorText: token("ink"),
    colorTextSecondary: token("ink-soft"),
    colorTextPlaceholder: token("ink-soft"),
    colorDanger: token("bad"),
  };
  // Where there are no styles (yet), Stripe's own colours are better than empty ones.
  const known = Object.fromEntries(Object.entries(colours).filter(([, value]) => value !== ""));
  return {
    theme: isDark ? "night" : "stripe",
    variables: { ...known, fontFamily: "Figtree Variable, system-ui, sans-serif", borderRadius: "12px", spacingUnit: "4px" },
  };
}
