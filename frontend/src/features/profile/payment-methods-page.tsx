import { Plus } from "lucide-react";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { useSearchParams } from "react-router-dom";

import { useCardWrites, type CardWrites } from "@/api/payments/use-card-writes";
import { usePaymentMethods } from "@/api/payments/use-payment-methods";
import { shortName } from "@/api/payments/card-names";
import { errorText } from "@/api/http/error-text";
import { setupReturn, withoutPaymentReturn } from "@/api/payments/payment-return";
import type { Config, PaymentMethod } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useConfig } from "@/api/site/use-config";
import { useUndoable } from "@/api/http/use-undoable";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice, type Failure } from "@/ui/failure-notice";
import { NoCardsArt } from "@/ui/illustrations/empty";
import { ErrorArt } from "@/ui/illustrations/error-art";
import { lazyPart } from "@/ui/lazy-part";
import { showToast } from "@/ui/overlay/toast";
import { NeedsConnection } from "@/ui/needs-connection";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";

import { CardList } from "./card-list";

function WaitingForm(): ReactElement {
  return (
    <Loading label={t("payment.loadingForm")}>
      <Skeleton className="h-96 rounded-card" />
    </Loading>
  );
}

// Loads the form and Stripe's script only when a card is added.
const AddCard = lazyPart(async () => (await import("./add-card")).AddCard, { Waiting: WaitingForm });

function sayAdded(): void {
  showToast({ title: t("cards.added"), description: t("cards.added.body") });
}

/** Back from a bank's page: has the server save the card, and cleans the URL. Returns why it failed, or null. */
function useSetupReturn({
  save,
  retry,
}: CardWrites & Pick<ReturnType<typeof usePaymentMethods>, "retry">): Failure | null {
  const [query, setQuery] = useSearchParams();
  const handled = useRef(false);
  const { failure, act } = useAct();
  useEffect(() => {
    const setupIntentId = setupReturn(query);
    if (setupIntentId === null || handled.current) return;
    handled.current = true;
    setQuery(withoutPaymentReturn(query), { replace: true });
    const saves = async (): Promise<void> => {
      await save(setupIntentId);
      sayAdded();
    };
    void act(saves, { title: t("cards.notAdded"), fallback: t("cards.notAdded.body") }).finally(() => void retry());
  });
  return failure;
}

type AddingProps = { config: Config; onSaved: () => Promise<unknown> };

/** The button that opens the form, and the form. */
function Adding({ config, onSaved }: AddingProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const { stripePublishableKey } = config;
  if (stripePublishableKey === null) {
    return (
      <EmptyState
        picture={<ErrorArt />}
        title={t("payment.notConfigured.title")}
        body={t("payment.notConfigured.body")}
      />
    );
  }
  if (!isOpen) {
    return (
      <NeedsConnection says={t("cards.offline")}>
        <Button variant="brand" wide onClick={() => setIsOpen(true)}>
          <Plus aria-hidden className="size-5" />
          {t("cards.add")}
        </Button>
      </NeedsConnection>
    );
  }
  return (
    <AddCard
      config={config}
      publishableKey={stripePublishableKey}
      onCancel={() => setIsOpen(false)}
      onSaved={async () => {
        await onSaved();
        setIsOpen(false);
        sayAdded();
      }}
    />
  );
}

/** The name of a card's removal, for `isHeld`. */
const actOn = ({ id }: PaymentMethod): string => `card ${id}`;

function PaymentMethods(): ReactElement {
  // A card saved with a payment appears a moment later: fetched at each visit.
  const methods = { ...usePaymentMethods(), ...useCardWrites() };
  const { cards, error, isBusy, retry: askAgain } = methods;
  const { config, error: configError, retry } = useConfig();
  const undoable = useUndoable();
  const notAdded = useSetupReturn(methods);

  const makeDefault = async (card: PaymentMethod): Promise<void> => {
    await methods.makeDefault(card.id);
    showToast({ title: t("cards.made") });
  };
  const remove = (card: PaymentMethod): void =>
    undoable.hold({
      name: actOn(card),
      title: t("cards.removed"),
      description: t("cards.removed.body", { card: shortName(card) }),
      ...methods.remove(card.id),
    });
  const notRemoved = (card: PaymentMethod): string | undefined => {
    const removalFailed = undoable.failureOf(actOn(card));
    return removalFailed === undefined ? undefined : errorText(removalFailed);
  };

  const failure = error ?? configError;
  if ((cards === undefined || config === undefined) && failure !== undefined) {
    const tryAgain = (): void => void Promise.all([askAgain(), configError !== undefined && retry()]);
    return (
      <NeedsConnection says={t("cards.offline")} onBack={tryAgain}>
        <ErrorState body={errorText(failure, t("cards.error"))} busy={isBusy} onRetry={tryAgain} />
      </NeedsConnection>
    );
  }
  if (cards === undefined || config === undefined) {
    return (
      <Loading className="flex flex-col gap-3">
        <Skeleton className="h-32 rounded-card" />
        <Skeleton className="h-12 rounded-md" />
      </Loading>
    );
  }
  const shownCards = cards.filter((card) => !undoable.isHeld(actOn(card)));
  const isEmpty = shownCards.length === 0 && config.stripePublishableKey !== null;
  return (
    <div className="flex flex-col gap-4">
      {isEmpty && <EmptyState picture={<NoCardsArt />} title={t("cards.empty.title")} body={t("cards.empty.body")} />}
      {shownCards.length > 0 && (
        <CardList cards={shownCards} onMakeDefault={makeDefault} onRemove={remove} notRemoved={notRemoved} />
      )}
      {notAdded !== null && <FailureNotice {...notAdded} />}
      <Adding config={config} onSaved={askAgain} />
    </div>
  );
}

/** The account's payment methods. */
export function PaymentMethodsPage(): ReactElement {
  return (
    <Page title={t("cards.title")} lead={t("cards.lead")} backTo="/profile">
      <PaymentMethods />
    </Page>
  );
}
