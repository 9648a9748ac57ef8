import type { Stripe } from "@stripe/stripe-js";
import { useState } from "react";
import { useNavigate } from "react-router-dom";

import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { isPaid, mayPayAgain, paymentToast } from "@/api/payments/payment-return";
import { totalNow } from "@/api/prices/price";
import type { Order, OrderCreate, PaymentMethod, RebookSuggestion, User } from "@/api/types";
import { useSavedCardSecret, useSettlePayment } from "@/api/payments/use-payment";
import { useRefreshProviders } from "@/api/providers/use-providers";
import { usePlaceOrder } from "@/api/orders/use-place-order";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { usePresence } from "@/lib/use-presence";
import { useRestored } from "@/lib/use-restored";
import { confirmSavedCard } from "@/paying/confirm-saved-card";
import { sayElsewhere } from "@/ui/overlay/say-elsewhere";
import { announce, showToast, type Toast } from "@/ui/overlay/toast";

const TIME_IS_GONE = ["slot_full", "slot_closed", "slot_past", "instant_provider_needed", "pickup_exists"];

/**
 * Why it failed; `code` is the API's, `order` was placed anyway and waits for payment. With `formerTotal`
 * (CHF) nothing failed but the price, which is to be confirmed again.
 */
export type RebookFailure = {
  title?: string;
  text: string;
  code: string;
  order: Order | null;
  formerTotal: string | null;
};

type RebookInput = { suggestion: RebookSuggestion; user: User; stripe: () => Promise<Stripe> };

export type Rebook = {
  /** Pickup time (ISO instant); null if none is chosen. */
  at: string | null;
  choose: (at: string) => void;
  /** The amount to pay: today's price, or that of the order already placed. */
  total: string;
  step: "choosing" | "placing" | "confirming";
  failure: RebookFailure | null;
  /** Places the order, and pays it with the card; without one it goes to the checkout. */
  go: (card: PaymentMethod | null) => Promise<void>;
};

function orderOf(suggestion: RebookSuggestion, at: string, customerId: string, expectedTotal: string): OrderCreate {
  const { provider, serviceType, weight, pickupAddress, deliveryAddress, specialInstructions } = suggestion;
  const addOns = suggestion.addOns.map(({ id, quantity }) => ({ id, quantity }));
  return {
    customerId,
    providerId: provider.id,
    serviceType,
    weight,
    pickupAddress,
    deliveryAddress,
    pickupTime: at,
    specialInstructions,
    expectedTotal,
    ...(addOns.length > 0 && { addOns }),
  };
}

/** Books and pays a suggestion. Pressed repeatedly, the same choice stays one order. */
export function useRebook({ suggestion, user, stripe }: RebookInput): Rebook {
  const navigate = useNavigate();
  const placeOrder = usePlaceOrder();
  const secretFor = useSavedCardSecret();
  const settle = useSettlePayment();
  const refreshProviders = useRefreshProviders();
  const isHere = usePresence();
  const [at, setAt] = useState(suggestion.pickupTime);
  const [total, setTotal] = useState(suggestion.totalAmount);
  // The total sent stays the same for one draft, so that a repeat is the same order.
  const [expected, setExpected] = useState(suggestion.totalAmount);
  const [step, setStep] = useState<Rebook["step"]>("choosing");
  const [failure, setFailure] = useState<RebookFailure | null>(null);
  /** The order whose payment is being confirmed. */
  const [confirmed, setConfirmed] = useState<Order | null>(null);

  const fail = (text: string, rest: Partial<RebookFailure> = {}): void => {
    setStep("choosing");
    setConfirmed(null);
    setFailure({ text, code: "", order: null, formerTotal: null, ...rest });
    if (isHere()) return;
    const { title = t("common.error.title"), order = null } = rest;
    const toast: Toast = { title, description: text, variant: "destructive", staysOnNavigation: true };
    if (order === null) announce(toast);
    else sayElsewhere(toast, t("rebook.payAnotherWay"), () => void navigate(`/checkout/${order.id}`));
  };

  /** Goes on to the order, or says that it is placed if the customer is elsewhere. */
  const goOn = (toast: Toast, page: string): void => {
    if (isHere()) void navigate(page);
    else sayElsewhere(toast, t("rebook.existing.open"), () => void navigate(page));
  };

  /** The order as the server has it now; null if it cannot be reached. */
  const ask = ({ id }: Order): Promise<Order | null> => settle(id).catch(() => null);

  /** Stripe has accepted it. If the server cannot be reached now, Stripe's webhook brings the result. */
  const taken = (order: Order, settled: Order | null): void => {
    if (settled !== null && mayPayAgain(settled)) {
      fail(t("payment.payment.failed.body"), { title: t("payment.payment.failed"), order });
      return;
    }
    const toast: Toast = { ...paymentToast(settled), staysOnNavigation: true };
    if (isHere()) showToast(toast);
    goOn(toast, `/tracking/${order.id}`);
  };

  const pay = async (order: Order, card: PaymentMethod): Promise<void> => {
    setStep("confirming");
    setConfirmed(order);
    try {
      const problem = await confirmSavedCard(await stripe(), await secretFor(order, card.id), `/tracking/${order.id}`);
      if (problem === null) taken(order, await ask(order));
      else fail(problem, { title: t("payment.payment.failed"), order });
    } catch (error) {
      fail(errorText(error, t("payment.unknown")), { title: t("payment.payment.failed"), order });
    }
  };

  /** The browser's Back from the bank's own page: the attempt has no end, and may be paid or not. */
  const comeBack = async (order: Order): Promise<void> => {
    const settled = await ask(order);
    if (settled !== null && isPaid(settled)) taken(order, settled);
    else fail(t("payment.unknown"), { order });
  };
  useRestored(() => {
    if (confirmed !== null) void comeBack(confirmed);
  });

  const placed = async (pickupTime: string): Promise<{ order: Order; isPaid: boolean } | null> => {
    try {
      const { order, outcome } = await placeOrder(orderOf(suggestion, pickupTime, user.id, expected));
      return { order, isPaid: outcome === "paid" };
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      const isGone = TIME_IS_GONE.includes(code);
      const changed = totalNow(error);
      if (changed !== null) {
        setTotal(changed);
        setExpected(changed);
      }
      fail(isGone ? `${errorText(error)} ${t("rebook.timeGone")}` : errorText(error), {
        code,
        formerTotal: changed === null ? null : total,
      });
      if (isGone) {
        setAt(null);
        await refreshProviders();
      }
      return null;
    }
  };

  const go = async (card: PaymentMethod | null): Promise<void> => {
    if (at === null) {
      fail(t("rebook.time.choose"));
      return;
    }
    setStep("placing");
    setFailure(null);
    const made = await placed(at);
    if (made === null) return;
    const { order, isPaid } = made;
    if (isPaid) goOn({ title: t("rebook.placed") }, `/tracking/${order.id}`);
    else if (card === null)
      goOn({ title: t("rebook.placed"), description: t("rebook.later") }, `/checkout/${order.id}`);
    else if (order.totalAmount !== total) {
      // Never charge an amount that the user has not confirmed.
      setTotal(order.totalAmount);
      fail(t("rebook.price", { total: formatChf(order.totalAmount) }), { order });
    } else await pay(order, card);
  };

  return {
    at,
    choose: (chosen) => {
      setAt(chosen);
      setFailure(null);
    },
    total,
    step,
    failure,
    go,
  };
}
