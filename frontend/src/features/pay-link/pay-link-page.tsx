import { useCallback, useEffect, useRef, useState, type ReactElement, type ReactNode } from "react";
import { useParams, useSearchParams } from "react-router-dom";

import { usePayLink } from "@/api/links/use-links";
import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { isPaymentReturn, withoutPaymentReturn } from "@/api/payments/payment-return";
import type { PayLink } from "@/api/types";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { Hold } from "@/paying/hold";
import { FoldedSummary, OrderSummary } from "@/paying/order-summary";
import { ErrorScreen } from "@/ui/error-screen";
import { ErrorArt } from "@/ui/illustrations/error-art";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { LinkForm } from "./link-form";
import { PaidCard, PendingCard } from "./link-result";

const COLUMNS = "md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:items-start md:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]";

function LinkSkeleton(): ReactElement {
  return (
    <Loading
      label={t("payLink.loading")}
      className="grid gap-4 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <Skeleton className="h-72 rounded-card md:order-2" />
      <Skeleton className="h-96 rounded-card" />
    </Loading>
  );
}

function whyOver({ expired, paymentStatus, totalAmount }: PayLink): [title: string, body: string] {
  if (expired) return [t("payLink.expired.title"), t("payLink.expired.body")];
  if (paymentStatus !== "refunded") return [t("payLink.over.title"), t("payLink.over.body")];
  return [t("payment.payment.late"), t("payLink.refunded.body", { amount: formatChf(totalAmount) })];
}

function Over({ link }: { link: PayLink }): ReactElement {
  const [title, body] = whyOver(link);
  return <ErrorScreen title={title} body={body} action={t("payLink.bookAgain")} to="/" />;
}

function NotConfigured(): ReactElement {
  const [title, body] = [t("payment.notConfigured.title"), t("payment.notConfigured.body")];
  return <ErrorScreen title={title} body={body} action={t("payment.backToHome")} to="/" picture={<ErrorArt />} />;
}

type Settling = {
  /** "asking": back from a bank's page; "waiting": accepted by Stripe, result pending. */
  phase: "none" | "asking" | "waiting";
  /** Why a payment failed that returned from a bank's page, or was waited for. */
  problem: string | null;
  /** Asks the server for the payment's state; resolves with an error message, or null. */
  settle: () => Promise<string | null>;
  /** The same where no form says why it failed. */
  check: () => Promise<void>;
};

/** What follows once Stripe has accepted the payment, here or on a bank's page. */
function useSettling(ask: () => Promise<PayLink>): Settling {
  const [query, setQuery] = useSearchParams();
  const [phase, setPhase] = useState<Settling["phase"]>(() => (isPaymentReturn(query) ? "asking" : "none"));
  const [problem, setProblem] = useState<string | null>(null);
  const handled = useRef(false);

  const settle = useCallback(async (): Promise<string | null> => {
    // If the server cannot be reached now, Stripe's webhook brings the result; the user can ask again.
    const link = await ask().catch(() => null);
    const hasFailed = link?.state === "payable" && link.paymentStatus === "failed";
    setPhase(link === null || (link.state === "payable" && !hasFailed) ? "waiting" : "none");
    return hasFailed ? t("payment.payment.failed.body") : null;
  }, [ask]);

  const check = useCallback(async (): Promise<void> => {
    const reason = await settle();
    setProblem(reason);
    if (reason !== null) showToast({ title: t("payment.payment.failed"), description: reason, variant: "destructive" });
  }, [settle]);

  useEffect(() => {
    if (handled.current || !isPaymentReturn(query)) return;
    handled.current = true;
    setQuery(withoutPaymentReturn(query), { replace: true });
    void Promise.resolve().then(check);
  }, [query, setQuery, check]);

  return { phase, problem, settle, check };
}

/** The page; narrow if there is only a message. */
function Frame({ narrow = false, children }: { narrow?: boolean; children: ReactNode }): ReactElement {
  return (
    <Page title={t("payLink.title")} width={narrow ? "task" : "page"}>
      {children}
    </Page>
  );
}

function Linked({ token }: { token: string }): ReactElement {
  const { config, error: configError, retry } = useConfig();
  const { link, error, isBusy, retry: askAgain, settle: ask } = usePayLink(token);
  const refetch = useCallback(() => void askAgain(), [askAgain]);
  const { phase, problem, settle, check } = useSettling(ask);

  if (error instanceof ApiError && error.status === 404) {
    return (
      <Frame narrow>
        <ErrorScreen
          title={t("payLink.invalid.title")}
          body={t("payLink.invalid.body")}
          action={t("payment.backToHome")}
          to="/"
          picture={<ErrorArt />}
        />
      </Frame>
    );
  }
  const failure = (link === undefined ? error : undefined) ?? configError;
  if (failure !== undefined) {
    const tryAgain = (): void => void Promise.all([askAgain(), configError !== undefined && retry()]);
    return (
      <Frame narrow>
        <ErrorState body={errorText(failure, t("payLink.error"))} onRetry={tryAgain} busy={isBusy} />
      </Frame>
    );
  }
  if (link === undefined || config === undefined || phase === "asking") {
    return (
      <Frame>
        <LinkSkeleton />
      </Frame>
    );
  }
  if (link.state === "over") {
    return (
      <Frame narrow>
        <Over link={link} />
      </Frame>
    );
  }

  if (link.state === "paid" || phase === "waiting") {
    return (
      <Frame>
        <div className={COLUMNS}>
          {link.state === "paid" ? <PaidCard link={link} /> : <PendingCard onCheck={check} />}
          <div className="mt-4 md:mt-0">
            <OrderSummary {...link} />
          </div>
        </div>
      </Frame>
    );
  }
  const { stripePublishableKey: publishableKey } = config;
  return (
    <Frame>
      <div className={COLUMNS}>
        <div className="mb-4 md:sticky md:top-20 md:order-2 md:mb-0">
          {link.payBy !== null && <Hold expiresAt={link.payBy} onOver={refetch} />}
          <FoldedSummary {...link} />
        </div>
        {publishableKey === null ? (
          <NotConfigured />
        ) : (
          <LinkForm
            token={token}
            link={link}
            config={config}
            publishableKey={publishableKey}
            problem={problem}
            onTaken={settle}
            onCheck={ask}
          />
        )}
      </div>
    </Frame>
  );
}

/** Pays an order by link, signed in or not. */
export function PayLinkPage(): ReactElement {
  const { token = "" } = useParams();
  return <Linked key={token} token={token} />;
}
