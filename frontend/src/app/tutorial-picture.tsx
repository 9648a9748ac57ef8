import { useState, type ComponentType, type ReactElement } from "react";

import { minutesBefore, sampleOrder } from "@/api/orders/sample-order";
import { useConfig } from "@/api/site/use-config";
import type { ListedProvider, Order } from "@/api/types";
import type { CardSetting } from "@/features/provider-list/provider-card";
import { Cards } from "@/features/provider-list/provider-cards";
import type { TutorialName } from "@/features/support/help-page";
import { loadMessages } from "@/i18n/i18n";
import { addDays, zurichDate, zurichToUtc } from "@/lib/dates";
import { now as serverNow } from "@/lib/server-clock";
import { Card } from "@/ui/card";
import { lazyPart, SILENT } from "@/ui/lazy-part";

const nothing = (): undefined => undefined;

/** A time of tomorrow in Switzerland (ms): what a picture shows as today is still ahead, and looks the same all day. */
function pictureTime(time: string): number {
  return Date.parse(zurichToUtc(addDays(zurichDate(serverNow()), 1), time));
}

/** An instant of the picture's day. */
const at = (now: number, time: string): string => zurichToUtc(zurichDate(now), time);

const ID = "sample-4c81e2a7";

type PictureProps = { now: number };

/** A part of the app, with sample data. */
const drawn = (load: () => Promise<ComponentType<PictureProps>>): ComponentType<PictureProps> => lazyPart(load, SILENT);

// The parts come with the pages that show them, which export them for this: a part that two chunks import gets one of
// its own, and both pages get larger.

function Providers({ now }: PictureProps): ReactElement {
  const { config } = useConfig();
  const { provider } = sampleOrder(now);
  const first: ListedProvider = {
    ...provider,
    distanceKm: 0.4,
    bioExcerpt: "",
    acceptsInstantly: true,
    nextFreeAt: at(now, "12:00"),
  };
  const second = {
    ...first,
    id: "sample-thomas",
    businessName: "Wäsche am Fluss",
    user: { ...provider.user, firstName: "Thomas", lastName: "K" },
  };
  const setting: CardSetting = {
    postalCode: "8001",
    prefill: {},
    prices: config?.prices,
    answerWithinMinutes: undefined,
    now,
    favourites: { ids: new Set([first.id]), of: "device", areSettled: true, toggle: nothing, failureOf: nothing },
  };
  return <Cards providers={[first, second]} setting={setting} asRow />;
}

const Book = drawn(async () => {
  await loadMessages("providers");
  return Providers;
});

const Track = drawn(async () => {
  const [{ ProgressTimeline }] = await Promise.all([import("./pages/tracking-page"), loadMessages("tracking")]);
  return ({ now }) => (
    <Card>
      <ProgressTimeline order={sampleOrder(now)} now={now} />
    </Card>
  );
});

const Rate = drawn(async () => {
  const [{ OrderCard }, { StarChoice }] = await Promise.all([
    import("./pages/history-page"),
    import("@/features/rating/rating-form"),
    loadMessages("history", "rating"),
  ]);
  return ({ now }) => (
    <div className="flex flex-col gap-4">
      <OrderCard order={completed(now)} now={now} onRate={nothing} />
      <Card>
        <StarChoice value={5} onChange={nothing} />
      </Card>
    </div>
  );
});

const Offer = drawn(async () => {
  const [{ JobCard }] = await Promise.all([import("./pages/workspace-page"), loadMessages("provider", "amount")]);
  return ({ now }) => <JobCard order={confirmed(now)} now={now} isNext onMessage={nothing} claims={() => null} />;
});

function completed(now: number): Order {
  return sampleOrder(now, {
    id: ID,
    status: "completed",
    createdAt: minutesBefore(now, 4_800),
    pickupTime: minutesBefore(now, 4_680),
    reviewable: true,
  });
}

function confirmed(now: number): Order {
  return sampleOrder(now, {
    id: ID,
    status: "confirmed",
    pickupTime: at(now, "12:00"),
    pickupUntil: at(now, "13:00"),
    providerEarning: "25.00",
    pickupAddress: "Limmatquai 12, 8001 Zürich",
    deliveryAddress: "Limmatquai 12, 8001 Zürich",
    customer: { id: "sample-nora", firstName: "Nora", lastName: "Keller", phone: "+41445550142" },
    allowedTransitions: ["pickup"],
  });
}

/** The pictures, and the time at which each plays. */
const PICTURES = {
  book: { Picture: Book, time: "09:30" },
  track: { Picture: Track, time: "18:00" },
  rate: { Picture: Rate, time: "18:00" },
  offer: { Picture: Offer, time: "09:30" },
} satisfies Record<TutorialName, unknown>;

/** What a tutorial is about: the app's own parts, so that the picture is never of an older product. */
export function TutorialPicture({ name }: { name: TutorialName }): ReactElement {
  const { Picture, time } = PICTURES[name];
  const [now] = useState(() => pictureTime(time));
  return <Picture now={now} />;
}
