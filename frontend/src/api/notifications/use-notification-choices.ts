import type { Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import type { RequestOf } from "@/api/http/operation";
import { useWrite } from "@/api/http/use-write";
import type { NotificationSwitch } from "@/api/types";

// Not in keys.ts, which every page loads: only the settings need it.
const CHOICES: Key<"/api/notifications/preferences"> = ["/api/notifications/preferences", {}];

type Body = RequestOf<"put", "/api/notifications/preferences">["body"];
export type NotificationChange = NonNullable<Body["switches"]>[number];
export type QuietHours = NonNullable<Body["quietHours"]>;

type Choices = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  /** Which groups of notifications go to which channel. */
  switches: NotificationSwitch[] | undefined;
  /** When nothing that can wait is sent; null: no quiet hours, undefined while loading. */
  quietHours: QuietHours | null | undefined;
  change: (changes: Body) => Promise<unknown>;
};

export function useNotificationChoices(): Choices {
  const { data, error, isBusy, retry, show } = useRead(CHOICES, "checked");
  const write = useWrite();
  const change = async (changes: Body): Promise<unknown> =>
    show(await write("put", "/api/notifications/preferences", { body: changes }));
  return { switches: data?.switches, quietHours: data?.quietHours, error, isBusy, retry, change };
}
