/** Cards beside each other to swipe through; on a desktop the last one fades where the row goes on. */
export const SWIPE_ROW =
  "-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 [scrollbar-width:thin] md:[mask-image:linear-gradient(to_right,black_92%,transparent)]";
/** One of them; the next one shows at the edge of a phone. */
export const SWIPE_ITEM = "w-[19.5rem] max-w-[85vw] shrink-0 snap-start";
