import type { Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import type { SignedInDevice } from "@/api/types";

// Not in keys.ts, which every page loads: only the settings need it.
const DEVICES: Key<"/api/profile/devices"> = ["/api/profile/devices", {}];

type Devices = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  /** Where the account is signed in, last used first. */
  devices: SignedInDevice[] | undefined;
  signOut: (id: string) => Promise<unknown>;
  signOutOthers: () => Promise<unknown>;
};

export function useDevices(): Devices {
  const { data: devices, error, isBusy, retry } = useRead(DEVICES, "checked");
  return {
    devices,
    error,
    isBusy,
    retry,
    signOut: async (id) => {
      try {
        await call("delete", "/api/profile/devices/{device_id}", { path: { device_id: id } });
      } finally {
        // Also after a refusal: then the device is signed out already.
        await retry();
      }
    },
    signOutOthers: async () => {
      await call("delete", "/api/profile/devices");
      await retry();
    },
  };
}
