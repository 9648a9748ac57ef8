import { CircleAlert, Hand, MapPin, MessageCircle, NotebookPen, Phone, Truck } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { missedDeadline } from "@/api/orders/lateness";
import { awaitsPayment } from "@/api/orders/order-status";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { dayTimeInSentence, formatDate } from "@/lib/dates";
import { mapsLink } from "@/lib/maps-link";
import { pickupWindow } from "@/lib/pickup-window";
import { phoneAddress } from "@/lib/phone";
import { Badge } from "@/ui/badge";
import { Button, ButtonLink } from "@/ui/button";
import { buttonStyle } from "@/ui/button-style";
import { CareFacts } from "@/ui/care/lazy-care";
import { Card } from "@/ui/card";
import { lazyPart, SILENT } from "@/ui/lazy-part";
import { wholeHours } from "@/ui/whole-hours";

import { ExpressDue } from "./express-due";
import { JobActions } from "./job-actions";
import { isLate, isOver, isWithProvider } from "./job-day";

const AnswerDeadline = lazyPart(async () => (await import("./answer-deadline")).AnswerDeadline, SILENT);
const JobPrice = lazyPart(async () => (await import("./job-price")).JobPrice, SILENT);
const ShareButton = lazyPart(async () => (await import("./share-button")).ShareButton, SILENT);

/** Offers to share the position while on the way, where the device knows its own. */
function SharePosition({ order }: { order: Order }): ReactElement | null {
  const isOnTheWay = order.status === "pickup" || order.status === "delivery";
  return isOnTheWay && "geolocation" in navigator ? <ShareButton order={order} /> : null;
}

function Line({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex gap-3">
      <dt className="mt-0.5 shrink-0 text-brand-ink">
        {icon}
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** An address that opens the device's map app. */
function AddressLink({ address }: { address: string }): ReactElement {
  const href = mapsLink(address);
  return (
    <a
      href={href}
      {...(href.startsWith("https:") && { target: "_blank", rel: "noreferrer" })}
      className="-my-2.5 flex min-h-touch items-center font-medium text-brand-ink underline underline-offset-4"
    >
      <span className="min-w-0">
        {address}
        <span className="sr-only">, {t("provider.job.map")}</span>
      </span>
    </a>
  );
}

function State({ order, late }: { order: Order; late: boolean }): ReactElement {
  if (order.handBackBy !== null) return <Badge tone="warn">{t("provider.handedBack")}</Badge>;
  if (late) {
    return (
      <Badge tone="bad" icon={<CircleAlert aria-hidden className="size-3.5" />}>
        {t("provider.job.late")}
      </Badge>
    );
  }
  if (awaitsPayment(order)) return <Badge tone="warn">{t("provider.job.unpaid")}</Badge>;
  if (order.needsProviderAnswer) {
    return (
      <Badge tone="warn" icon={<Hand aria-hidden className="size-3.5" />}>
        {t("provider.job.answer")}
      </Badge>
    );
  }
  if (order.status === "completed") return <Badge tone="good">{t("steps.completed")}</Badge>;
  return <Badge tone={order.status === "cancelled" ? "neutral" : "brand"}>{t(`steps.${order.status}`)}</Badge>;
}

/** Pickup time, or, after the pickup, the day of return. */
function When({ order, now }: { order: Order; now: number }): ReactElement {
  const missed = missedDeadline(order, now);
  const when = isWithProvider(order)
    ? t("provider.job.back", { day: formatDate(order.returnBy, now) })
    : pickupWindow(order, now);
  return (
    <p className={cx("text-lead font-bold tabular-nums", missed !== null && "text-bad")}>
      {wholeHours(when)}
      {missed !== null && (
        <span className="block text-body font-medium">
          {t(`provider.job.late.${missed.step}`, { time: dayTimeInSentence(missed.at, now) })}
        </span>
      )}
    </p>
  );
}

function Contact({ order, onMessage }: { order: Order; onMessage: () => void }): ReactElement {
  const phone = order.customer?.phone;
  return (
    <div className="mt-4 grid grid-flow-col auto-cols-fr gap-2">
      {phone !== undefined && phone !== null && phone !== "" && (
        <a href={phoneAddress(phone)} className={buttonStyle("secondary", "md", false)}>
          <Phone aria-hidden className="size-5" />
          {t("provider.job.call")}
        </a>
      )}
      <Button onClick={onMessage}>
        <MessageCircle aria-hidden className="size-5" />
        {t("provider.job.message")}
      </Button>
    </div>
  );
}

function Addresses({ order, isJoined }: { order: Order; isJoined: boolean }): ReactElement {
  const hasOtherDelivery = order.deliveryAddress !== null && order.deliveryAddress !== order.pickupAddress;
  return (
    <dl className="mt-3 flex flex-col gap-2 empty:hidden">
      {order.pickupAddress !== null && !isJoined && (
        <Line icon={<MapPin aria-hidden className="size-5" />} label={t("provider.job.pickup")}>
          <AddressLink address={order.pickupAddress} />
        </Line>
      )}
      {hasOtherDelivery && order.deliveryAddress !== null && (
        <Line icon={<Truck aria-hidden className="size-5" />} label={t("provider.job.delivery")}>
          <AddressLink address={order.deliveryAddress} />
        </Line>
      )}
      {order.specialInstructions !== null && order.specialInstructions !== "" && (
        <Line icon={<NotebookPen aria-hidden className="size-5" />} label={t("provider.job.note")}>
          <span className="whitespace-pre-wrap">{order.specialInstructions}</span>
        </Line>
      )}
    </dl>
  );
}

/** The id of the heading, focused when no button is left. */
const nameOf = ({ id }: Order): string => `job-${id}`;

/** "Alice Meier", or before the payment "Alice M."; empty if it is not known. */
export function customerName({ customer }: Order): string {
  if (customer === null) return "";
  return `${customer.firstName} ${customer.lastName.length === 1 ? `${customer.lastName}.` : customer.lastName}`;
}

function Who({ order }: { order: Order }): ReactElement {
  const name = customerName(order);
  return (
    <h3 id={nameOf(order)} tabIndex={-1} className="text-ink-soft">
      {name !== "" && (
        <span className="font-semibold text-ink">
          {name}
          <span className="font-normal text-ink-soft"> ·</span>
        </span>
      )}{" "}
      <span className="whitespace-nowrap">{t("provider.job.number", { number: order.id.slice(-8) })}</span>
    </h3>
  );
}

export type JobCardProps = {
  order: Order;
  now: number;
  /** Its step is the most urgent one: the screen's only orange button. */
  isNext: boolean;
  onMessage: (order: Order) => void;
  /** Damage claims of a job that has some. */
  claims: (order: Order) => ReactNode;
  /** What providers think of its customer, and the way to rate them. */
  rating: (order: Order) => ReactNode;
  /** It stands below another one at the same door, which says when and where. */ isJoined?: boolean;
};

/** A job: time, customer, address and its next step. */
export function JobCard({
  order,
  now,
  isNext,
  onMessage,
  claims,
  rating,
  isJoined = false,
}: JobCardProps): ReactElement {
  const late = isLate(order, now);
  return (
    <Card className={cx(late && "border-bad")} data-goes-on-at={nameOf(order)}>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        {isJoined ? <p className="font-semibold">{t("provider.job.joined")}</p> : <When order={order} now={now} />}
        <State order={order} late={late} />
      </div>
      <Who order={order} />
      {order.status === "cancelled" && order.cancellationReason !== null && (
        <p className="mt-2">{order.cancellationReason}</p>
      )}
      <ExpressDue jobs={[order]} now={now} />
      {order.care && (
        <div className="mt-2 rounded-md bg-sunken px-3 py-2">
          <CareFacts care={order.care} />
        </div>
      )}
      {(order.customerRatings ?? order.reviewState ?? null) !== null && rating(order)}
      {order.needsProviderAnswer && !isOver(order) && order.answerBy !== null && <AnswerDeadline by={order.answerBy} />}
      <JobPrice order={order} />
      {awaitsPayment(order) ? (
        <p className="mt-2 text-caption text-ink-soft">{t("provider.job.unpaid.body")}</p>
      ) : (
        <Addresses order={order} isJoined={isJoined} />
      )}
      {order.status !== "cancelled" && <Contact order={order} onMessage={() => onMessage(order)} />}
      <JobActions order={order} isNext={isNext} />
      <SharePosition order={order} />
      {/* Orders cached by an older version lack this field. */}
      {(order.claimState ?? null) !== null && claims(order)}
      <ButtonLink variant="ghost" wide to={`/support?order=${order.id}`}>
        {t("provider.job.help")}
      </ButtonLink>
    </Card>
  );
}
