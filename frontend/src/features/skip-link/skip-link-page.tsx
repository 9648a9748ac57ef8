import { CalendarX, CircleCheck, Clock } from "lucide-react";
import type { ReactElement } from "react";
import { useParams } from "react-router-dom";

import { useAct } from "@/api/http/use-act";
import { useSkipLink } from "@/api/links/use-links";
import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import type { SkipLink } from "@/api/types";
import { t } from "@/i18n/i18n";
import { zurichToUtc } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { pickupWindow, pickupWindowInSentence } from "@/lib/pickup-window";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { FailureNotice, type Failure } from "@/ui/failure-notice";
import { ErrorArt } from "@/ui/illustrations/error-art";
import { PickupArt } from "@/ui/illustrations/steps";
import { NeedsConnection } from "@/ui/needs-connection";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";

function Fact({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-right font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

type Shown = { link: SkipLink; when: string };

function Offer({
  link,
  when,
  onSkip,
  busy,
  failure,
}: Shown & { onSkip: () => void; busy: boolean; failure: Failure | null }): ReactElement {
  return (
    <>
      <Card className="mb-4">
        <div className="mb-3 flex justify-center">
          <PickupArt />
        </div>
        <h2 className="mb-2 text-lead font-semibold">{t("skipLink.pickup", { provider: link.providerName })}</h2>
        <dl>
          <Fact name={t("skipLink.when")} value={when} />
          <Fact name={t("skipLink.service")} value={t(`common.service.${link.serviceType}`)} />
          <Fact name={t("skipLink.price")} value={formatChf(link.totalAmount)} />
        </dl>
      </Card>
      <p className="mb-4 text-ink-soft">{t("skipLink.free")}</p>
      {failure !== null && (
        <div className="mb-4">
          <FailureNotice {...failure} />
        </div>
      )}
      <NeedsConnection says={t("skipLink.offline")} busy={busy}>
        <Button variant="primary" wide busy={busy} onClick={onSkip}>
          {t("skipLink.skip")}
        </Button>
      </NeedsConnection>
      <p className="mt-3 text-center text-caption text-ink-soft">{t("skipLink.keep")}</p>
    </>
  );
}

/** Shown if nothing can be skipped (any more). */
function Outcome({ link, when }: Shown): ReactElement {
  const series = <ButtonLink to="/recurring">{t("skipLink.series")}</ButtonLink>;
  if (link.status === "skipped") {
    const picture = <CircleCheck aria-hidden className="size-12 text-good" />;
    return (
      <EmptyState
        title={t("skipLink.skipped.title")}
        body={t("skipLink.skipped.body", { when })}
        picture={picture}
        action={series}
      />
    );
  }
  if (link.status === "missed" || link.status === "cancelled") {
    const picture = <CalendarX aria-hidden className="size-12 text-ink-soft" />;
    return (
      <EmptyState title={t("skipLink.over.title")} body={t("skipLink.over.body")} picture={picture} action={series} />
    );
  }
  return (
    <EmptyState
      title={t("skipLink.late.title")}
      body={t("skipLink.late.body", { when })}
      picture={<Clock aria-hidden className="size-12 text-warn" />}
      action={<ButtonLink to="/history">{t("skipLink.orders")}</ButtonLink>}
    />
  );
}

function Linked({ token }: { token: string }): ReactElement {
  const { link, error, isBusy: isAsking, retry, skip: skipNow } = useSkipLink(token);
  const { isBusy, failure, act } = useAct();

  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        title={t("skipLink.invalid.title")}
        body={t("skipLink.invalid.body")}
        picture={<ErrorArt />}
        action={<ButtonLink to="/">{t("skipLink.home")}</ButtonLink>}
      />
    );
  }
  if (link === undefined && error !== undefined) {
    return (
      <NeedsConnection says={t("skipLink.offline")} onBack={() => void retry()}>
        <ErrorState body={errorText(error, t("skipLink.error"))} onRetry={() => void retry()} busy={isAsking} />
      </NeedsConnection>
    );
  }
  if (link === undefined) {
    return (
      <Loading label={t("skipLink.loading")} className="grid gap-4">
        <Skeleton className="h-64 rounded-card" />
        <Skeleton className="h-12 rounded-card" />
      </Loading>
    );
  }

  const pickup = zurichToUtc(link.date, link.time);
  if (!link.canSkip) return <Outcome link={link} when={pickupWindowInSentence({ pickupTime: pickup })} />;

  const skip = (): Promise<void> =>
    act(async () => {
      try {
        await skipNow();
      } catch (error) {
        await retry();
        throw error;
      }
    });
  return (
    <Offer
      link={link}
      when={pickupWindow({ pickupTime: pickup })}
      onSkip={() => void skip()}
      busy={isBusy}
      failure={failure}
    />
  );
}

/** Skips a pickup of a recurring booking by link, signed in or not. Opening the page changes nothing. */
export function SkipLinkPage(): ReactElement {
  const { token = "" } = useParams();
  return (
    <Page title={t("skipLink.title")}>
      <Linked key={token} token={token} />
    </Page>
  );
}
