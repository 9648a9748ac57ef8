import { MapPin, MessageCircle, NotebookPen, Phone, Truck } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { awaitsPayment } from "@/resources/order-status";
import type { Order } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { formatDayTime } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { Badge, type BadgeTone } from "@/ui/badge";
import { buttonStyle } from "@/ui/button-style";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";

import { JobActions } from "./job-actions";

function Line({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex gap-3">
      <dt className="mt-0.5 shrink-0 text-brand-ink">
        {icon}
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function state(order: Order): { tone: BadgeTone; text: string } {
  if (awaitsPayment(order)) return { tone: "warn", text: t("provider.job.unpaid") };
  if (order.needsProviderAnswer) return { tone: "warn", text: t("provider.job.answer") };
  if (order.status === "completed") return { tone: "good", text: t("common.status.step.completed") };
  if (order.status === "cancelled") return { tone: "neutral", text: t("common.status.step.cancelled") };
  return { tone: "brand", text: t(`common.status.step.${order.status}`) };
}

function Contact({ order, onMessage }: { order: Order; onMessage: () => void }): ReactElement {
  const phone = order.customer?.phone;
  return (
    <div className="mt-4 grid grid-flow-col auto-cols-fr gap-2">
      {phone !== undefined && phone !== null && phone !== "" && (
        <a href={`tel:${phone.replaceAll(" ", "")}`} className={buttonStyle("secondary", "md", false)}>
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

/** One job: when, who, where, and the one next step. */
export function JobCard({ order, now, onMessage }: { order: Order; now: number; onMessage: (order: Order) => void }): ReactElement {
  const { customer } = order;
  const { tone, text } = state(order);
  const isElsewhere = order.deliveryAddress !== null && order.deliveryAddress !== order.pickupAddress;
  return (
    <Card>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-lead font-bold tabular-nums">{formatDayTime(order.pickupTime, now)}</p>
          <h2 className="break-words text-ink-soft">
            {customer !== null && (
              <span className="font-semibold text-ink">
                {customer.firstName} {customer.lastName.length === 1 ? `${customer.lastName}.` : customer.lastName}
              </span>
            )}{" "}
            <span className="whitespace-nowrap">· {t("provider.job.number", { number: order.id.slice(-8) })}</span>
          </h2>
        </div>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p className="mt-2 flex flex-wrap justify-between gap-x-3">
        <span>{t("provider.job.load", { service: t(`common.service.${order.serviceType}`), kg: order.weight.replace(/\.0$/, "") })}</span>
        {order.status !== "cancelled" && (
          <span className="font-medium tabular-nums">{t("provider.job.earn", { amount: formatChf(order.serviceAmount) })}</span>
        )}
      </p>
      {awaitsPayment(order) ? (
        <p className="mt-2 text-caption text-ink-soft">{t("provider.job.unpaid.body")}</p>
      ) : (
        <dl className="mt-3 flex flex-col gap-2">
          {order.pickupAddress !== null && (
            <Line icon={<MapPin aria-hidden className="size-5" />} label={t("provider.job.pickup")}>
              {order.pickupAddress}
            </Line>
          )}
          {isElsewhere && (
            <Line icon={<Truck aria-hidden className="size-5" />} label={t("provider.job.delivery")}>
              {order.deliveryAddress}
            </Line>
          )}
          {order.specialInstructions !== null && order.specialInstructions !== "" && (
            <Line icon={<NotebookPen aria-hidden className="size-5" />} label={t("provider.job.note")}>
              <span className="whitespace-pre-wrap">{order.specialInstructions}</span>
            </Line>
          )}
        </dl>
      )}
      {order.status !== "cancelled" && <Contact order={order} onMessage={() => onMessage(order)} />}
      <JobActions order={order} />
    </Card>
  );
}
