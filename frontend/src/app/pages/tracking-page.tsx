import { useState, type ReactElement } from "react";

import type { Order } from "@/resources/types";
import { ConversationDialog } from "@/features/messages/conversation-dialog";
import { RatingForm } from "@/features/rating/rating-form";
import { OrderTracking } from "@/features/tracking/order-tracking";

/** Tracking, with the conversation of the order and, at its end, the rating. */
export function TrackingPage(): ReactElement {
  const [written, setWritten] = useState<Order | null>(null);
  return (
    <>
      <OrderTracking onMessage={setWritten} rating={(order) => <RatingForm orderId={order.id} />} />
      <ConversationDialog
        orderId={written?.id ?? ""}
        name={written?.provider.user.firstName ?? ""}
        open={written !== null}
        onClose={() => setWritten(null)}
      />
    </>
  );
}
