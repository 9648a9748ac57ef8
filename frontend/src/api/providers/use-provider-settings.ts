import { below, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { ApiError } from "@/api/http/api-error";
import { bySending } from "@/api/http/upload";
import { useWrite } from "@/api/http/use-write";
import type { ProviderSettings, ProviderSettingsChange } from "@/api/types";

const SETTINGS: Key<"/api/provider/settings"> = ["/api/provider/settings", {}];

export type SettingsState = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  settings: ProviderSettings | undefined;
  /** Changes what was looked at; refused if another window has saved something newer (see `savedMeanwhile`). */
  save: (change: ProviderSettingsChange) => Promise<unknown>;
  /** Shows a photo to everybody; `onProgress` hears which share of it, 0 to 1, has gone out. */
  putPhoto: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
  removePhoto: () => Promise<unknown>;
};

/** What the provider that the account is has set of itself, and every change of it. */
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

/** What another window has saved, where that is why something was refused; else null. */
export function savedMeanwhile(error: unknown): ProviderSettings | null {
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return null;
  return error.body["current"] as ProviderSettings;
}
