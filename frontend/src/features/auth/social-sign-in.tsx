import { useEffect, useState, type ReactElement } from "react";

import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { saveReturnPath } from "@/lib/return-path";
import { isSignOutPending } from "@/offline/pending-sign-out";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/overlay/toast";

/** Google's logo in the colours of its guidelines. */
function GoogleMark(): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-5 shrink-0">
      <path
        fill="#4285f4"
        d="M23.5 12.270c0-.85-.08-1.670-.22-2.450H12v4.640h6.450a5.520 5.520 0 0 1-2.390 3.620v3h3.870c2.260-2.090 3.570-5.160 3.570-8.810z"
      />
      <path
        fill="#34a853"
        d="M12 24c3.240 0 5.960-1.080 7.940-2.910l-3.870-3.010c-1.080.72-2.450 1.150-4.070 1.150-3.130 0-5.780-2.110-6.730-4.960h-4v3.100A12 12 0 0 0 12 24z"
      />
      <path fill="#fbbc05" d="M5.270 14.270a7.220 7.220 0 0 1 0-4.560v-3.100h-4a12 12 0 0 0 0 10.760l4-3.100z" />
      <path
        fill="#ea4335"
        d="M12 4.750c1.770 0 3.350.61 4.600 1.800l3.430-3.430A11.500 11.500 0 0 0 12 0 12 12 0 0 0 1.270 6.610l4 3.100C6.220 6.860 8.870 4.750 12 4.750z"
      />
    </svg>
  );
}

/** Apple's logo in the text colour. */
function AppleMark(): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-5 shrink-0 fill-current">
      <path d="M17.050 12.540c-.03-2.850 2.330-4.220 2.430-4.290-1.320-1.940-3.390-2.200-4.120-2.230-1.750-.18-3.420 1.030-4.310 1.030-.89 0-2.260-1.010-3.710-.98-1.910.03-3.670 1.110-4.650 2.820-1.980 3.440-.51 8.530 1.420 11.320.95 1.370 2.080 2.900 3.560 2.850 1.430-.06 1.970-.93 3.700-.93 1.720 0 2.210.93 3.720.9 1.540-.03 2.510-1.400 3.450-2.770 1.090-1.590 1.530-3.130 1.560-3.210-.03-.01-2.990-1.150-3.050-4.510zM14.210 4.180c.79-.95 1.320-2.280 1.170-3.600-1.130.05-2.510.76-3.320 1.710-.73.84-1.370 2.190-1.200 3.480 1.270.1 2.560-.64 3.350-1.590z" />
    </svg>
  );
}

type SocialName = "google" | "apple";

type SocialSignInProps = {
  /** Which of them are shown; both by default. */
  offered?: Readonly<Record<SocialName, boolean>>;
  /** Where to go after signing in. */
  returnPath: string;
  /** True while another sign-in is running. */
  disabled: boolean;
  onBusyChange: (busy: boolean) => void;
};

/** Buttons for Google and Apple. They navigate, because sign-in happens on their sites. */
export function SocialSignIn({
  offered = { google: true, apple: true },
  returnPath,
  disabled,
  onBusyChange,
}: SocialSignInProps): ReactElement {
  const { refresh } = useSession();
  const [leavingFor, setLeavingFor] = useState<SocialName | null>(null);

  useEffect(() => {
    onBusyChange(leavingFor !== null);
  }, [leavingFor, onBusyChange]);

  useEffect(() => {
    // On Back the page is restored from the bfcache: enable the buttons again.
    const reset = (): void => setLeavingFor(null);
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, []);

  const leave = async (name: SocialName): Promise<void> => {
    setLeavingFor(name);
    // A sign-out that was made offline goes first, with the session's call: later it would end the new session.
    if (isSignOutPending()) await refresh().catch(() => undefined);
    // Offline, a navigation would replace the app with the browser's error page.
    if (!navigator.onLine || isSignOutPending()) {
      setLeavingFor(null);
      showToast({ title: t("auth.login.failed"), description: t("common.error.network"), variant: "destructive" });
      return;
    }
    // For /login, where a failed or cancelled sign-in comes back: the booking sheet is no page of its own.
    saveReturnPath(returnPath);
    window.location.assign(`/auth/${name}?next=${encodeURIComponent(returnPath)}`);
  };

  const isBusy = disabled || leavingFor !== null;
  return (
    <div className="flex flex-col gap-3">
      {offered.google && (
        <Button
          wide
          icon={<GoogleMark />}
          busy={leavingFor === "google"}
          disabled={isBusy}
          onClick={() => void leave("google")}
        >
          {t("auth.social.google")}
        </Button>
      )}
      {offered.apple && (
        <Button
          wide
          icon={<AppleMark />}
          busy={leavingFor === "apple"}
          disabled={isBusy}
          onClick={() => void leave("apple")}
        >
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
