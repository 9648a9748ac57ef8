import { Laptop, Smartphone } from "lucide-react";
import type { ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { SignedInDevice } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useDevices } from "@/api/security/use-devices";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

function nameOf({ device }: SignedInDevice): string {
  return device === "" ? t("profile.devices.unknown") : device;
}

function Device({ device, onSignOut }: { device: SignedInDevice; onSignOut: () => Promise<unknown> }): ReactElement {
  const { isBusy, failure, act } = useAct();
  const Icon = /iPhone|iPad|Android/.test(device.device) ? Smartphone : Laptop;
  const name = nameOf(device);
  const used = t("profile.devices.used", { when: dayTimeInSentence(device.lastUsedAt) });
  const signOut = async (): Promise<void> => {
    await onSignOut();
    showToast({ title: t("profile.devices.done", { device: name }) });
  };
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon aria-hidden className="size-5 shrink-0 text-brand-ink" />
        <p className="min-w-0 grow">
          <span className="block font-medium">{name}</span>
          <span className="block text-caption text-ink-soft">
            {device.isThisOne ? t("profile.devices.this") : used}
          </span>
          {device.network !== "" && (
            <span className="block text-caption text-ink-soft">
              {t("profile.devices.network", { network: device.network })}
            </span>
          )}
        </p>
        {!device.isThisOne && (
          <Button
            size="sm"
            busy={isBusy}
            aria-label={t("profile.devices.signOut.of", { device: name })}
            onClick={() => void act(signOut)}
          >
            {t("profile.devices.signOut")}
          </Button>
        )}
      </div>
      {failure !== null && <FailureNotice {...failure} />}
    </li>
  );
}

type ListProps = Pick<ReturnType<typeof useDevices>, "signOut" | "signOutOthers"> & {
  devices: readonly SignedInDevice[];
};

function List({ devices, signOut, signOutOthers }: ListProps): ReactElement {
  const { isBusy, failure, act } = useAct();
  const all = async (): Promise<void> => {
    await signOutOthers();
    showToast({ title: t("profile.devices.allDone") });
  };
  return (
    <>
      <ul className="-my-3 divide-y">
        {devices.map((device) => (
          <Device key={device.id} device={device} onSignOut={() => signOut(device.id)} />
        ))}
      </ul>
      {failure !== null && (
        <div className="mt-4">
          <FailureNotice {...failure} />
        </div>
      )}
      {devices.some((device) => !device.isThisOne) && (
        <Button wide busy={isBusy} onClick={() => void act(all)} className="mt-4">
          {t("profile.devices.all")}
        </Button>
      )}
    </>
  );
}

/** Signed-in devices; signing one out takes effect at once. */
export function DevicesSection(): ReactElement {
  const { devices, error, isBusy, retry, signOut, signOutOthers } = useDevices();
  const tryAgain = (): void => void retry();
  const shown =
    devices !== undefined ? (
      <List devices={devices} signOut={signOut} signOutOthers={signOutOthers} />
    ) : error !== undefined ? (
      <ErrorState body={errorText(error, t("profile.devices.notLoaded"))} busy={isBusy} onRetry={tryAgain} />
    ) : (
      <Loading>
        <Skeleton className="h-24 rounded-card" />
      </Loading>
    );
  return (
    <SectionCard title={t("profile.devices.title")} goesOnAtHeading>
      <NeedsConnection says={t("profile.devices.offline")} onBack={tryAgain}>
        {shown}
      </NeedsConnection>
    </SectionCard>
  );
}
