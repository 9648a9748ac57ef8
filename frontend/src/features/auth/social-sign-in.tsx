import { useEffect, useState, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/overlay/toast";

import { AppleMark, GoogleMark } from "./social-marks";

type SocialName = "google" | "apple";

type SocialSignInProps = {
  /** Which of them are shown; both where nothing is said. */
  offered?: Readonly<Record<SocialName, boolean>>;
  /** Where to go after signing in. */
  returnPath: string;
  /** True while another way of signing in is busy. */
  disabled: boolean;
  onBusyChange: (busy: boolean) => void;
};

/** The two buttons that leave for Google and Apple; the browser navigates, so that their own pages can take over. */
export function SocialSignIn({ offered = { google: true, apple: true }, returnPath, disabled, onBusyChange }: SocialSignInProps): ReactElement {
  const [leavingFor, setLeavingFor] = useState<SocialName | null>(null);

  useEffect(() => {
    onBusyChange(leavingFor !== null);
  }, [leavingFor, onBusyChange]);

  useEffect(() => {
    // Back from Google by the browser's button: the page is shown as it was left, and must work again.
    const reset = (): void => setLeavingFor(null);
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, []);

  const leave = (name: SocialName): void => {
    // The browser's own page of an error would stand where the app was.
    if (!navigator.onLine) {
      showToast({ title: t("auth.login.failed"), description: t("common.error.network"), variant: "destructive" });
      return;
    }
    setLeavingFor(name);
    window.location.assign(`/auth/${name}?next=${encodeURIComponent(returnPath)}`);
  };

  const isBusy = disabled || leavingFor !== null;
  return (
    <div className="flex flex-col gap-3">
      {offered.google && (
        <Button wide busy={leavingFor === "google"} disabled={isBusy} onClick={() => leave("google")}>
          {leavingFor !== "google" && <GoogleMark />}
          {t("auth.social.google")}
        </Button>
      )}
      {offered.apple && (
        <Button wide busy={leavingFor === "apple"} disabled={isBusy} onClick={() => leave("apple")}>
          {leavingFor !== "apple" && <AppleMark />}
          {t("auth.social.apple")}
        </Button>
      )}
      <div className="my-2 flex items-center gap-4 text-ink-soft" aria-hidden>
        <span className="h-px grow bg-line" />
        {t("auth.social.or")}
        <span className="h-px grow bg-line" />
      </div>
    </div>
  );
}
