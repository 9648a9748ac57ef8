import { BellOff, BellRing } from "lucide-react";
import type { ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { useAct } from "@/api/http/use-act";
import { usePush, type PushSupport } from "@/api/notifications/use-push";
import { usePrivacyPreferences } from "@/api/privacy/use-privacy";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

type Push = ReturnType<typeof usePush>;

const WHY_NOT: Record<Exclude<PushSupport, "possible">, () => string> = {
  unsupported: () => t("profile.device.unsupported"),
  needs_install: () => t("profile.device.install"),
  refused: () => t("profile.device.refused"),
};

function Turn({ isOn, turnOn, turnOff }: Pick<Push, "isOn" | "turnOn" | "turnOff">): ReactElement {
  const { isBusy, failure, act } = useAct();
  const turn = async (): Promise<void> => {
    if (isOn) {
      await turnOff();
      showToast({ title: t("profile.device.off.done") });
    } else if (await turnOn()) showToast({ title: t("profile.device.on.done") });
  };
  const { preferences } = usePrivacyPreferences();
  const isHeldBack = preferences?.notifications === false;
  const Icon = isOn && !isHeldBack ? BellRing : BellOff;
  return (
    <>
      <p className="flex gap-2">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        {t(!isOn ? "profile.device.off" : isHeldBack ? "profile.device.heldBack" : "profile.device.on")}
      </p>
      <Button
        wide
        busy={isBusy}
        onClick={() =>
          void act(turn, { title: t("profile.device.notTurned"), fallback: t("profile.device.notRegistered") })
        }
      >
        {t(isOn ? "profile.device.turnOff" : "profile.device.turnOn")}
      </Button>
      {failure !== null && <FailureNotice {...failure} />}
    </>
  );
}

function State({ isOn, isOffered, support: reach, turnOn, turnOff }: Push): ReactElement {
  if (!isOffered) return <p className="text-ink-soft">{t("profile.device.none")}</p>;
  if (reach !== "possible") return <p className="text-ink-soft">{WHY_NOT[reach]()}</p>;
  return <Turn isOn={isOn} turnOn={turnOn} turnOff={turnOff} />;
}

/** Push notifications on this device; permission is only requested after a tap. */
export function DeviceNotifications(): ReactElement {
  const push = usePush();
  const tryAgain = (): void => void push.retry();
  const shown =
    push.isOn !== undefined ? (
      <State {...push} />
    ) : push.error !== undefined ? (
      <ErrorState body={errorText(push.error)} busy={push.isBusy} onRetry={tryAgain} />
    ) : (
      <Loading>
        <Skeleton className="h-20 rounded-card" />
      </Loading>
    );
  return (
    <section aria-label={t("profile.device.title")} className="flex flex-col gap-3 pb-3">
      <h3 className="font-medium">{t("profile.device.title")}</h3>
      <NeedsConnection says={t("profile.notices.offline")} onBack={tryAgain}>
        {shown}
      </NeedsConnection>
    </section>
  );
}
