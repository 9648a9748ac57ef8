import type { ReactElement } from "react";

import { useLoaded } from "@/api/cache/use-loaded";
import { loadMessages } from "@/i18n/i18n";

type Part = { InstallHint: () => ReactElement | null };

async function loadHint(): Promise<Part> {
  const [part] = await Promise.all([import("@/features/install/install-hint"), loadMessages("app")]);
  return part;
}

/** The offer to install the app. Nothing waits for it, and nothing stands in its place. */
export function LazyInstallHint(): ReactElement | null {
  const { value: part } = useLoaded(["install-hint"], loadHint);
  return part === undefined ? null : <part.InstallHint />;
}
