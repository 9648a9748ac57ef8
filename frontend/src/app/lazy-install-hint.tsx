import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

/** The install hint; renders nothing while loading or after a failure. */
export const LazyInstallHint = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/install/install-hint"), loadMessages("app")]);
  return part.InstallHint;
}, SILENT);
