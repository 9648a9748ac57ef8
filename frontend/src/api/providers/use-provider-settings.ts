import { below, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { ApiError } from "@/api/http/api-error";
import { bySending } from "@/api/http/upload";
import { useWrite } from "@/api/http/use-write";
import type { ProviderSettings, ProviderSettingsChange } from "@/api/types";

const SETTINGS: Key<"/api/provider/settings"> = ["/api/provider/settings", {}];

export type SettingsState = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  settings: ProviderSettings | undefined;
  /** Saves changes with If-Match; refused if another window saved newer ones (see `savedMeanwhile`). */
  save: (change: ProviderSettingsChange) => Promise<unknown>;
  /** Uploads the public photo; `onProgress` gets the share that is sent, 0 to 1. */
  putPhoto: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
  removePhoto: () => Promise<unknown>;
};

/** The signed-in provider's settings, and changes to them. */
export function useProviderSettings(): SettingsState {
  const { data: settings, etag: ifMatch, error, isBusy, retry } = useRead(SETTINGS, "checked");
  const write = useWrite();
  const outdated = [below(SETTINGS), below("/api/providers")];
  return {
    settings,
    error,
    isBusy,
    retry,
    save: (body) => write("patch", "/api/provider/settings", { body, ifMatch }, outdated),
    putPhoto: (file, onProgress) => write("put", "/api/provider/photo", bySending(file, onProgress), outdated),
    removePhoto: () => write("delete", "/api/provider/photo", {}, outdated),
  };
}

/** The settings saved by another window, if that is why a save was refused; else null. */
export function savedMeanwhile(error: unknown): ProviderSettings | null {
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return null;
  return error.body["current"] as ProviderSettings;
}
