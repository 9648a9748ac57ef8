import { lazy, type ComponentType } from "react";

import { loadMessages } from "@/i18n/i18n";

/** A part that is seldom seen and comes late; where it does not arrive, the list goes without. */
function late<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const nothing: ComponentType<Props> = () => null;
  return lazy(async () => ({ default: await load().catch(() => nothing) }));
}

export const PlaceOffers = late(async () => (await import("./place-offers")).PlaceOffers);
export const FilterBar = late(async () => {
  const [{ FilterBar: Bar }] = await Promise.all([import("./filter-bar"), loadMessages("filters")]);
  return Bar;
});
export const FilterNotes = late(async () => {
  const [{ FilterNotes: Notes }] = await Promise.all([import("./filter-notes"), loadMessages("filters")]);
  return Notes;
});
export const NobodyFits = late(async () => {
  const [{ NobodyFits: Nobody }] = await Promise.all([import("./nobody-fits"), loadMessages("filters")]);
  return Nobody;
});
export const NoProvidersArt = late(async () => (await import("@/ui/illustrations/empty")).NoProvidersArt);
export const NoMatchArt = late(async () => (await import("@/ui/illustrations/empty")).NoMatchArt);
