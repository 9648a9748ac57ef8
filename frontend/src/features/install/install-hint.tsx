import { Share, SquarePlus } from "lucide-react";
import { useEffect, useState, useSyncExternalStore, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { installPrompt } from "@/lib/install-prompt";
import { readStored, writeStored } from "@/lib/storage";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";

const STORAGE_KEY = "install-hint";
const OTHER_BROWSERS_OF_IOS = /CriOS|FxiOS|EdgiOS|OPT\//;

/** Safari on iOS has no install prompt. Only there `standalone` is a boolean; false means not installed. */
function isSafariOfIos(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean };
  return standalone === false && !OTHER_BROWSERS_OF_IOS.test(navigator.userAgent);
}

// Shown on this device before, but not in this tab.
const isOld = (): boolean => readStored("local", STORAGE_KEY) !== null && readStored("session", STORAGE_KEY) === null;

/** Offers to install the app, on one visit only, if the browser can. */
export function InstallHint(): ReactElement | null {
  const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.get);
  const [isOver, setOver] = useState(isOld);
  const isShown = !isOver && (prompt !== null || isSafariOfIos());

  useEffect(() => {
    if (!isShown) return;
    for (const area of ["local", "session"] as const) writeStored(area, STORAGE_KEY, "shown");
  }, [isShown]);

  if (!isShown) return null;
  const end = (): void => {
    writeStored("session", STORAGE_KEY, null);
    setOver(true);
  };
  const install = async (): Promise<void> => {
    end();
    await prompt?.prompt();
  };
  return (
    <SectionCard title={t("app.install.title")}>
      <p className="text-ink-soft">{t("app.install.body")}</p>
      {prompt === null && (
        <p className="mt-2 flex gap-2">
          <Share aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
          {t("app.install.ios")}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {prompt !== null && (
          <Button variant="brand" onClick={() => void install()}>
            <SquarePlus aria-hidden className="size-5" />
            {t("app.install.action")}
          </Button>
        )}
        <Button variant="ghost" onClick={end} className={cx(prompt === null && "-ml-5")}>
          {t("app.install.never")}
        </Button>
      </div>
    </SectionCard>
  );
}
