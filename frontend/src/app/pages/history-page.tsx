import { useState, type ReactElement } from "react";

import type { Order } from "@/resources/types";
import { OrderHistory } from "@/features/history/order-history";
import { RatingDialog } from "@/features/rating/rating-dialog";

import { LateAgain } from "../late-again";
import { LateInstallHint } from "../late-install-hint";

/** The history, with the rating of an order where the history asks for it. */
export function HistoryPage(): ReactElement {
  const [rated, setRated] = useState<Order | null>(null);
  return (
    <>
      <OrderHistory onRate={setRated} again={<LateAgain />} afterFirst={<LateInstallHint />} />
      <RatingDialog order={rated} onClose={() => setRated(null)} />
    </>
  );
}
