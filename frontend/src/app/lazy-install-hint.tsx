import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

/** The offer to install the app. Nothing waits for it, and nothing stands in its place. */
export const LazyInstallHint = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/install/install-hint"), loadMessages("app")]);
  return part.InstallHint;
}, SILENT);
