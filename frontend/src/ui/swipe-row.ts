/** A horizontally scrolling row of cards; on desktops its end fades if there is more. */
export const SWIPE_ROW =
  "-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 [scrollbar-width:thin] md:[mask-image:linear-gradient(to_right,black_92%,transparent)]";
/** A card of the row; on phones the next one is partly visible. */
export const SWIPE_ITEM = "w-[19.5rem] max-w-[85vw] shrink-0 snap-start";
