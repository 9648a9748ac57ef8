import { useState, type ReactElement } from "react";

import { minutesBefore, sampleOrder } from "@/api/orders/sample-order";
import { priceOf } from "@/api/prices/price";
import { useConfig } from "@/api/site/use-config";
import type { ListedProvider, Order, Prices } from "@/api/types";
import { OrderCard } from "@/features/history/order-card";
import { ProviderCard, type CardSetting } from "@/features/provider-list/provider-card";
import { JobCard } from "@/features/provider-workspace/job-card";
import { StarChoice } from "@/features/rating/star-choice";
import type { TutorialName } from "@/features/support/help-screen";
import { ProgressTimeline } from "@/features/tracking/progress-timeline";
import { addDays, zurichDate, zurichToUtc } from "@/lib/dates";
import { addAmounts } from "@/lib/money";
import { now as serverNow } from "@/lib/server-clock";
import { Card } from "@/ui/card";

const nothing = (): undefined => undefined;

/** A time of tomorrow in Switzerland (ms): what a picture shows as today is still ahead, and looks the same all day. */
function pictureTime(time: string): number {
  return Date.parse(zurichToUtc(addDays(zurichDate(serverNow()), 1), time));
}

/** An instant of the picture's day. */
const at = (now: number, time: string): string => zurichToUtc(zurichDate(now), time);

/** The time at which a picture plays (ms), and what things cost; undefined until that is known. */
type PictureProps = { now: number; prices: Prices | undefined };

/** A sample order at today's prices. */
function priced(order: Order, prices: Prices): Order {
  const { base, extra, fee, total } = priceOf(prices, order.serviceType, order.weight);
  const serviceAmount = addAmounts(base, extra);
  return { ...order, serviceAmount, providerEarning: serviceAmount, platformFee: fee, totalAmount: total };
}

function Book({ now, prices }: PictureProps): ReactElement {
  const { provider } = sampleOrder(now);
  const listed: ListedProvider = {
    ...provider,
    distanceKm: 0.4,
    bioExcerpt: "",
    acceptsInstantly: true,
    nextFreeAt: at(now, "12:00"),
  };
  const setting: CardSetting = {
    postalCode: "8001",
    prefill: {},
    prices,
    answerWithinMinutes: undefined,
    now,
    favourites: { ids: new Set([provider.id]), of: "device", areSettled: true, toggle: nothing, failureOf: nothing },
  };
  return <ProviderCard provider={listed} setting={setting} />;
}

function Track({ now }: PictureProps): ReactElement {
  return (
    <Card>
      <ProgressTimeline order={sampleOrder(now)} now={now} />
    </Card>
  );
}

function Rate({ now, prices }: PictureProps): ReactElement | null {
  if (prices === undefined) return null;
  const order = sampleOrder(now, {
    status: "completed",
    createdAt: minutesBefore(now, 4_800),
    pickupTime: minutesBefore(now, 4_680),
    reviewable: true,
  });
  return (
    <div className="flex flex-col gap-4">
      <OrderCard order={priced(order, prices)} now={now} onRate={nothing} />
      <Card>
        <StarChoice value={5} onChange={nothing} />
      </Card>
    </div>
  );
}

function Offer({ now, prices }: PictureProps): ReactElement | null {
  if (prices === undefined) return null;
  const order = sampleOrder(now, {
    status: "confirmed",
    pickupTime: at(now, "12:00"),
    pickupUntil: at(now, "13:00"),
    pickupAddress: "Limmatquai 12, 8001 Zürich",
    deliveryAddress: "Limmatquai 12, 8001 Zürich",
    customer: { id: "sample-nora", firstName: "Nora", lastName: "Keller", phone: "+41445550142" },
    allowedTransitions: ["pickup"],
  });
  return (
    <JobCard
      order={priced(order, prices)}
      now={now}
      isNext
      onMessage={nothing}
      claims={() => null}
      rating={() => null}
    />
  );
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
  const { config } = useConfig();
  return <Picture now={now} prices={config?.prices} />;
}
