import type { Action } from "@/offline/db";
import type { OrderStatus } from "@/api/types";
import { t } from "@/i18n/i18n";
import { zurichToUtc, type Moment } from "@/lib/dates";
import { pickupWindow, pickupWindowInSentence } from "@/lib/pickup-window";

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const EDITED = ["pickupAddress", "deliveryAddress", "specialInstructions"] as const;
const STEPS: readonly unknown[] = [
  "pending",
  "confirmed",
  "pickup",
  "washing",
  "delivery",
  "completed",
  "cancelled",
] satisfies readonly OrderStatus[];
const isStatus = (value: unknown): value is OrderStatus => STEPS.includes(value);

function momentOf(date: unknown, time: unknown): Moment | null {
  try {
    return zurichToUtc(textOf(date), textOf(time));
  } catch {
    return null;
  }
}

/** Describes an action for the user. */
export function actionText({ type, method, url, data: sent }: Action, now: number): string {
  const data = fieldsOf(sent);
  switch (type) {
    case "rate":
    case "create_review":
      return t("offline.what.rate", { rating: textOf(data["rating"]) });
    case "reschedule": {
      const moment = momentOf(data["newDate"], data["newTime"]);
      return t("offline.what.reschedule", {
        time: moment === null ? textOf(data["newTime"]) : pickupWindowInSentence({ pickupTime: moment }, now),
      });
    }
    case "update_order":
      return t("offline.what.update_order");
    case "generic": {
      if (method === "DELETE") return t("offline.what.removal");
      if (url.endsWith("/skip")) return t("offline.what.skip");
      if (isStatus(data["status"])) return t("offline.what.step", { step: t(`steps.${data["status"]}`) });
      if (data["kind"] === "pickup" || data["kind"] === "delivery") return t("offline.what.proof");
      return typeof data["body"] === "string"
        ? t("offline.what.message", { text: data["body"] })
        : t("offline.what.other");
    }
  }
}

/** The user's and the server's value of each changed field. */
export function versionsOf(
  { type, data: sent, error }: Action,
  now: number,
): { name: string; yours: string; theirs: string }[] {
  const data = fieldsOf(sent);
  const current = fieldsOf(error?.current);
  if (type === "update_order") {
    const updates = fieldsOf(data["updates"]);
    const texts = EDITED.filter((name) => name in updates).map((name) => ({
      name: t(`offline.field.${name}`),
      yours: textOf(updates[name]),
      theirs: textOf(current[name]),
    }));
    const care = { name: t("offline.field.care"), yours: t("offline.care.yours"), theirs: t("offline.care.theirs") };
    return "care" in updates ? [...texts, care] : texts;
  }
  if (type === "reschedule") {
    const moment = momentOf(data["newDate"], data["newTime"]);
    const theirs = textOf(current["pickupTime"]);
    return [
      {
        name: "",
        yours: moment === null ? "" : pickupWindow({ pickupTime: moment }, now),
        theirs: theirs === "" ? "" : pickupWindow({ pickupTime: theirs }, now),
      },
    ];
  }
  const { status } = current;
  if (!isStatus(data["status"]) || !isStatus(status)) return [];
  return [{ name: "", yours: t(`steps.${data["status"]}`), theirs: t(`steps.${status}`) }];
}

/** The server's version of a conflict, for If-Match; null sends none. */
export function seenVersion({ error }: Action): string | null {
  return textOf(fieldsOf(error?.current)["etag"]) || null;
}
