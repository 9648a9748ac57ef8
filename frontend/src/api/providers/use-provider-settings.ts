import { below, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { ApiError } from "@/api/http/api-error";
import { bySending } from "@/api/http/upload";
import { useWrite } from "@/api/http/use-write";
import type { ProviderSettings, ProviderSettingsChange } from "@/api/types";

const SETTINGS: Key<"/api/provider/settings"> = ["/api/provider/settings", {}];

export type SettingsState = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  settings: ProviderSettings | undefined;
  /**
   * Saves changes to what was `seen`; refused if another window has changed the same settings since (see
   * `savedMeanwhile`). What it has made of others stays.
   */
  save: (change: ProviderSettingsChange, seen: ProviderSettings) => Promise<ProviderSettings>;
  /** Uploads the public photo; `onProgress` gets the share that is sent, 0 to 1. */
  putPhoto: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
  removePhoto: () => Promise<unknown>;
};

/** True if settings have the same values as others in what a change names. */
function isAsSeen(change: ProviderSettingsChange, present: ProviderSettings, seen: ProviderSettings): boolean {
  const names = Object.keys(change) as (keyof ProviderSettingsChange)[];
  return names.every((name) => JSON.stringify(present[name]) === JSON.stringify(seen[name]));
}

/** The signed-in provider's settings, and changes to them. */
export function useProviderSettings(): SettingsState {
  const { data: settings, error, isBusy, retry } = useRead(SETTINGS, "checked");
  const write = useWrite();
  const outdated = [below(SETTINGS), below("/api/providers")];
  return {
    settings,
    error,
    isBusy,
    retry,
    save: async (body, seen) => {
      const send = (present: ProviderSettings): Promise<ProviderSettings> => {
        const { etag: ifMatch } = isAsSeen(body, present, seen) ? present : seen;
        return write("patch", "/api/provider/settings", { body, ifMatch }, outdated);
      };
      try {
        return await send(settings ?? seen);
      } catch (error_) {
        // The tag is one of all settings: where only others were changed, nothing is overwritten.
        const current = savedMeanwhile(error_);
        if (current === null || !isAsSeen(body, current, seen)) throw error_;
        return await send(current);
      }
    },
    putPhoto: (file, onProgress) => write("put", "/api/provider/photo", bySending(file, onProgress), outdated),
    removePhoto: () => write("delete", "/api/provider/photo", {}, outdated),
  };
}

/** The settings saved by another window, if that is why a save was refused; else null. */
export function savedMeanwhile(error: unknown): ProviderSettings | null {
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return null;
  return error.body["current"] as ProviderSettings;
}
