import { useEffect, useState, type ReactElement } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";

import { useSession } from "@/api/session/session";
import type { Order } from "@/api/types";
import { useOrder, useOrderCheck } from "@/api/orders/use-orders";
import { isPaid } from "@/api/payments/payment-return";
import { ConversationDialog } from "@/features/messages/conversation-dialog";
import { OrderTracking } from "@/features/tracking/order-tracking";

import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

import { LazyInstallHint } from "../lazy-install-hint";
import { LazyUnconfirmedEmail } from "../lazy-unconfirmed-email";

const RatingForm = lazyPart(async () => (await import("@/features/rating/rating-form")).RatingForm);

const OwnReviewCard = lazyPart(async () => (await import("@/features/rating/own-review-card")).OwnReviewCard, SILENT);

const OrderClaims = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/claims/order-claims"), loadMessages("claims")]);
  return part.OrderClaims;
}, SILENT);

/** Tracking, with the order's conversation and, at the end, the rating. */
export function TrackingPage(): ReactElement {
  const [written, setWritten] = useState<Order | null>(null);
  const { orderId = "" } = useParams();
  const { hash, search, pathname } = useLocation();
  const navigate = useNavigate();
  const isAsked = hash === "#messages" && orderId !== "";
  const { user } = useSession();
  const { order } = useOrder(isAsked && user !== null ? orderId : null);
  const check = useOrderCheck(written?.id ?? "");
  useEffect(() => {
    if (!isAsked || order === undefined) return;
    // Remove the hash that opened the conversation: Back closes it, and must not open it again.
    void Promise.resolve(navigate(pathname + search, { replace: true })).then(() => setWritten(order));
  }, [isAsked, order, navigate, pathname, search]);
  // Only once a message was refused: one that is being written is not turned to somebody else unsaid.
  const renewWritten = async (): Promise<void> => {
    const present = await check();
    setWritten((before) => (before === null ? null : present));
  };
  const isWaiting = written?.status === "pending" && !isPaid(written);
  return (
    <>
      <OrderTracking
        onMessage={setWritten}
        rating={(order) => <RatingForm orderId={order.id} />}
        review={(order) => <OwnReviewCard order={order} />}
        claims={(order) => <OrderClaims order={order} />}
        unconfirmedEmail={<LazyUnconfirmedEmail />}
        afterwards={<LazyInstallHint />}
      />
      <ConversationDialog
        orderId={written?.id ?? ""}
        side="customer"
        providerId={written?.providerId}
        onProviderChanged={renewWritten}
        until={written?.messagesUntil ?? null}
        notifiedOncePaid={isWaiting ? written.provider.user.firstName : undefined}
        name={written?.provider.user.firstName ?? ""}
        open={written !== null}
        onClose={() => setWritten(null)}
      />
    </>
  );
}
