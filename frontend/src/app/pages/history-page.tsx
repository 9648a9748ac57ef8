import { useState, type ReactElement } from "react";

import type { Order } from "@/api/types";
import { OrderCard } from "@/features/history/order-card";
import { OrderHistory } from "@/features/history/order-history";
import { RatingDialog } from "@/features/rating/rating-dialog";

import { LazyInstallHint } from "../lazy-install-hint";
import { LazyRebook } from "../lazy-rebook";

// For the pictures of /help (tutorial-picture.tsx).
export { OrderCard };

/** The history, with the dialog to rate an order. */
export function HistoryPage(): ReactElement {
  const [rated, setRated] = useState<Order | null>(null);
  return (
    <>
      <OrderHistory onRate={setRated} rebook={<LazyRebook />} afterFirst={<LazyInstallHint />} />
      <RatingDialog order={rated} onClose={() => setRated(null)} />
    </>
  );
}
