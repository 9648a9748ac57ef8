import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

/** Loaded with its texts by the screens of orders that carry care; others need none of it. */
export const CareFacts = lazyPart(async () => {
  const [part] = await Promise.all([import("./care-facts"), loadMessages("care")]);
  return part.CareFacts;
}, SILENT);
