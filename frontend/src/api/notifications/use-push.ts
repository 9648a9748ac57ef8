import { useEffect, useState } from "react";

import type { Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { useWrite } from "@/api/http/use-write";

// Not in keys.ts, which every page loads: only the settings need it.
const STATE: Key<"/api/push-subscriptions"> = ["/api/push-subscriptions", {}];

/** Whether push works here; "needs_install": on iPhone and iPad only for an installed app. */
export type PushSupport = "unsupported" | "needs_install" | "refused" | "possible";

function pushSupport(): PushSupport {
  // `standalone` exists in Safari on iOS only; false means not installed.
  if ((navigator as Navigator & { standalone?: boolean }).standalone === false) return "needs_install";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  return Notification.permission === "denied" ? "refused" : "possible";
}

/** The browser's push service refused; its message is not meant for users. */
class NotRegistered extends Error {
  override readonly name = "NotRegistered";
}

async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return pushSupport() === "possible" ? navigator.serviceWorker.getRegistration() : undefined;
}

/** Subscribes at the browser's push service; a subscription with another server key is replaced. */
async function subscribed(registration: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (cause) {
    const old = await registration.pushManager.getSubscription();
    if (old === null) throw cause;
    await old.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

type Push = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  /** Whether this device gets the account's notifications; undefined while loading. */
  isOn: boolean | undefined;
  /** False if this installation sends no pushes. */
  isOffered: boolean;
  support: PushSupport;
  /** Asks for permission and subscribes; resolves with whether it was granted. Browsers require a user gesture. */
  turnOn: () => Promise<boolean>;
  turnOff: () => Promise<unknown>;
};

export function usePush(): Push {
  const { data, error, isBusy, retry, show } = useRead(STATE, "checked");
  const [support, setSupport] = useState(pushSupport);
  const [isSubscribed, setSubscribed] = useState<boolean>();
  const write = useWrite();
  useEffect(() => {
    const look = async (): Promise<void> =>
      setSubscribed(((await (await ownRegistration())?.pushManager.getSubscription()) ?? null) !== null);
    void look().catch(() => setSubscribed(false));
  }, []);

  const turnOn = async (): Promise<boolean> => {
    await Notification.requestPermission();
    setSupport(pushSupport());
    if (Notification.permission !== "granted" || !data?.publicKey) return false;
    const registration = await ownRegistration();
    if (registration === undefined) throw new NotRegistered();
    const subscription = await subscribed(await navigator.serviceWorker.ready, data.publicKey).catch(() =>
      Promise.reject(new NotRegistered()),
    );
    const { endpoint = "", keys = {} } = subscription.toJSON();
    await show(
      await write("post", "/api/push-subscriptions", {
        body: { endpoint, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } },
      }),
    );
    setSubscribed(true);
    return true;
  };
  const turnOff = async (): Promise<void> => {
    await write("delete", "/api/push-subscriptions", {});
    await (await (await ownRegistration())?.pushManager.getSubscription())?.unsubscribe();
    setSubscribed(false);
    await retry();
  };
  const isOn = data === undefined || isSubscribed === undefined ? undefined : data.isOn && isSubscribed;
  return { isOn, isOffered: data?.publicKey !== null, support, error, isBusy, retry, turnOn, turnOff };
}
