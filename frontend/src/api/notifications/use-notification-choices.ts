import type { Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import type { RequestOf } from "@/api/http/operation";
import { useWrite } from "@/api/http/use-write";
import type { NotificationSwitch } from "@/api/types";

// Not among the keys of every page: the settings alone ask for it.
const CHOICES: Key<"/api/notifications/preferences"> = ["/api/notifications/preferences", {}];

type Body = RequestOf<"put", "/api/notifications/preferences">["body"];
export type NotificationChange = NonNullable<Body["switches"]>[number];
export type QuietHours = NonNullable<Body["quietHours"]>;

type Choices = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  /** Which notices reach the account where, by group. */
  switches: NotificationSwitch[] | undefined;
  /** When nothing that can wait reaches it; null: never, undefined while it is not known. */
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
