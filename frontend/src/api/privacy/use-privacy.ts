import { below, type Key } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import type { RequestOf } from "@/api/http/operation";
import { filled } from "@/api/http/url";
import { useWrite } from "@/api/http/use-write";
import type { DataExport, Deletion, ExportKind, PrivacyPreferences } from "@/api/types";

// Not in keys.ts, which every page loads: only the position and privacy screens need these.
const PREFERENCES: Key<"/api/privacy/preferences"> = ["/api/privacy/preferences", {}];
const EXPORTS: Key<"/api/privacy/export"> = ["/api/privacy/export", {}];
const DELETION: Key<"/api/privacy/deletion"> = ["/api/privacy/deletion", {}];

type Read = Pick<Reading<unknown>, "error" | "isBusy" | "retry">;
export type PrivacyChanges = RequestOf<"put", "/api/privacy/preferences">["body"];

/** The account's privacy preferences and their switches; fetches nothing for a visitor. */
export function usePrivacyPreferences(
  isAccount = true,
): Read & { preferences: PrivacyPreferences | undefined; change: (changes: PrivacyChanges) => Promise<unknown> } {
  const { data: preferences, error, isBusy, retry, show } = useRead(isAccount ? PREFERENCES : null, "checked");
  const write = useWrite();
  const change = async (changes: PrivacyChanges): Promise<unknown> =>
    show(await write("put", "/api/privacy/preferences", { body: changes }));
  return { preferences, error, isBusy, retry, change };
}

/** The account's data exports, pending or ready, and requesting one. */
export function useExports(): Read & {
  exports: DataExport[] | undefined;
  ask: (kind: ExportKind) => Promise<unknown>;
} {
  const { data: exports, error, isBusy, retry } = useRead(EXPORTS, "checked");
  const write = useWrite();
  return {
    exports,
    error,
    isBusy,
    retry,
    ask: (kind) => write("post", "/api/privacy/export", { body: { kind } }, [below(EXPORTS)]),
  };
}

/** The download URL of a data export. */
export function exportAddress(id: string): string {
  return filled("/api/privacy/export/{export_id}/download", { path: { export_id: id } });
}

/** The pending deletion of the account with what must end first, requesting it, and cancelling it. */
export function useDeletion(): Read & {
  deletion: Deletion | undefined;
  /** Not an `attempt`, so the password is not kept in memory. */
  ask: (password: string) => Promise<unknown>;
  cancel: () => Promise<unknown>;
} {
  const { data: deletion, error, isBusy, retry } = useRead(DELETION, "checked");
  const refresh = useRefresh();
  const ask = async (password: string): Promise<void> => {
    try {
      await call("post", "/api/privacy/deletion", { body: { password } });
    } finally {
      // Also after a refusal: the reason is something still running, which the response lists.
      await refresh(below(DELETION));
    }
  };
  const cancel = async (): Promise<void> => {
    await call("delete", "/api/privacy/deletion", {});
    await refresh(below(DELETION));
  };
  return { deletion, error, isBusy, retry, ask, cancel };
}
