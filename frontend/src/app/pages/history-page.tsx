import { useState, type ReactElement } from "react";

import type { Order } from "@/api/types";
import { OrderHistoryList } from "@/features/history/order-history-list";
import { RatingDialog } from "@/features/rating/rating-dialog";

import { LazyInstallHint } from "../lazy-install-hint";
import { LazyRebook } from "../lazy-rebook";

/** The history, with the dialog to rate an order. */
export function HistoryPage(): ReactElement {
  const [rated, setRated] = useState<Order | null>(null);
  return (
    <>
      <OrderHistoryList onRate={setRated} rebook={<LazyRebook />} afterFirst={<LazyInstallHint />} />
      <RatingDialog order={rated} onClose={() => setRated(null)} />
    </>
  );
}
