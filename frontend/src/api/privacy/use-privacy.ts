import { below, type Key } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import type { RequestOf } from "@/api/http/operation";
import { filled } from "@/api/http/url";
import { useWrite } from "@/api/http/use-write";
import type { DataExport, Deletion, ExportKind, PrivacyPreferences } from "@/api/types";

// Not among the keys of every page: only what a person's position or privacy is about asks for these.
const PREFERENCES: Key<"/api/privacy/preferences"> = ["/api/privacy/preferences", {}];
const EXPORTS: Key<"/api/privacy/export"> = ["/api/privacy/export", {}];
const DELETION: Key<"/api/privacy/deletion"> = ["/api/privacy/deletion", {}];

type Read = Pick<Reading<unknown>, "error" | "isBusy" | "retry">;
export type PrivacyChanges = RequestOf<"put", "/api/privacy/preferences">["body"];

/** What the account allows, and turning its switches; nothing is asked for a visitor. */
export function usePrivacyPreferences(
  isAccount = true,
): Read & { preferences: PrivacyPreferences | undefined; change: (changes: PrivacyChanges) => Promise<unknown> } {
  const { data: preferences, error, isBusy, retry, show } = useRead(isAccount ? PREFERENCES : null, "checked");
  const write = useWrite();
  const change = async (changes: PrivacyChanges): Promise<unknown> =>
    show(await write("put", "/api/privacy/preferences", { body: changes }));
  return { preferences, error, isBusy, retry, change };
}

/** The copies of the account's data that are under way or can be fetched, and asking for one. */
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

/** Where a copy is downloaded. */
export function exportAddress(id: string): string {
  return filled("/api/privacy/export/{export_id}/download", { path: { export_id: id } });
}

/** Whether the account is to be deleted, what must end first, asking for it, and keeping the account after all. */
export function useDeletion(): Read & {
  deletion: Deletion | undefined;
  /** The password in it goes out once, and nothing remembers it as an attempt. */
  ask: (password: string) => Promise<unknown>;
  cancel: () => Promise<unknown>;
} {
  const { data: deletion, error, isBusy, retry } = useRead(DELETION, "checked");
  const refresh = useRefresh();
  const ask = async (password: string): Promise<void> => {
    try {
      await call("post", "/api/privacy/deletion", { body: { password } });
    } finally {
      // Refused, too, because something is under way: that is to be seen.
      await refresh(below(DELETION));
    }
  };
  const cancel = async (): Promise<void> => {
    await call("delete", "/api/privacy/deletion", {});
    await refresh(below(DELETION));
  };
  return { deletion, error, isBusy, retry, ask, cancel };
}
