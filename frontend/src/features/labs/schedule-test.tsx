import { Database, Info } from "lucide-react";
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from "react";

import { errorText } from "@/api/http/error-text";
import type { Config, TimeSlot } from "@/api/types";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { Button, ButtonLink } from "@/ui/button";
import { Card, SectionCard } from "@/ui/card";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";

import { ConfirmedCard, type Confirmation } from "./confirmed-card";
import { ScheduleInfo } from "./schedule-info";
import { useTestData } from "./use-test-data";

type Demo = NonNullable<Config["demo"]>;

/** The payload of a recurring confirmation (specification point 3). */
type RecurringConfirmation = Extract<Confirmation, { kind: "recurring" }>["plan"];

type ScheduleTestProps = {
  /** Renders the scheduler, which belongs to another feature; the route passes it in. */
  scheduler: (scheduler: {
    providerId: string;
    /** Confirmation to show in the tab that it belongs to. */
    confirmed: Record<Confirmation["kind"], ReactNode>;
    onConfirm: (slot: TimeSlot) => void;
    onConfirmRecurring: (plan: RecurringConfirmation) => void;
  }) => ReactNode;
};

function TestData({ demo }: { demo: Demo }): ReactElement {
  const { initialize, isBusy } = useTestData(demo.providerId);
  return (
    <SectionCard title={t("labs.scheduleTest.data")}>
      <p className="text-ink-soft">{t("labs.scheduleTest.data.body")}</p>
      <dl className="mt-3 grid gap-x-4 gap-y-1 text-caption md:grid-cols-[auto_1fr]">
        <dt className="text-ink-soft">{t("labs.scheduleTest.provider")}</dt>
        <dd className="break-all">{demo.providerId}</dd>
        <dt className="text-ink-soft">{t("labs.scheduleTest.customer")}</dt>
        <dd className="break-all">{demo.customerId}</dd>
      </dl>
      <Button
        icon={<Database aria-hidden className="size-5" />}
        busy={isBusy}
        onClick={() => void initialize()}
        className="mt-4"
      >
        {t("labs.scheduleTest.initialize")}
      </Button>
    </SectionCard>
  );
}

function Demonstration({ demo, scheduler }: ScheduleTestProps & { demo: Demo }): ReactElement {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const card = useRef<HTMLHeadingElement>(null);

  // Focus scrolls the confirmation into view.
  useEffect(() => card.current?.focus(), [confirmation]);

  const confirm = (slot: TimeSlot): void => {
    setConfirmation({ kind: "once", slot });
    showToast({
      title: t("labs.confirmed.once"),
      description: `${formatDate(`${slot.date}T12:00:00Z`)}, ${slot.startTime}`,
    });
  };
  const confirmRecurring = (plan: RecurringConfirmation): void => {
    setConfirmation({ kind: "recurring", plan });
    showToast({ title: t("labs.confirmed.recurring"), description: t(`labs.pattern.${plan.pattern}`) });
  };

  const confirmedCard = confirmation !== null && (
    <ConfirmedCard ref={card} confirmation={confirmation} onClose={() => setConfirmation(null)} />
  );
  const confirmed = {
    once: confirmation?.kind === "once" && confirmedCard,
    recurring: confirmation?.kind === "recurring" && confirmedCard,
  };

  return (
    <div className="flex flex-col gap-4">
      {scheduler({ providerId: demo.providerId, confirmed, onConfirm: confirm, onConfirmRecurring: confirmRecurring })}
      <TestData demo={demo} />
      <ScheduleInfo />
    </div>
  );
}

function NoDemonstration(): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <EmptyState
        picture={<Info aria-hidden className="size-8 text-brand-ink" />}
        title={t("labs.scheduleTest.none.title")}
        body={t("labs.scheduleTest.none.body")}
        action={
          <ButtonLink variant="brand" to="/">
            {t("labs.scheduleTest.none.action")}
          </ButtonLink>
        }
      />
      <ScheduleInfo />
    </div>
  );
}

function Content(props: ScheduleTestProps): ReactElement {
  const { config, error, retry } = useConfig();
  if (config !== undefined)
    return config.demo === null ? <NoDemonstration /> : <Demonstration {...props} demo={config.demo} />;
  if (error !== undefined) return <ErrorState body={errorText(error)} onRetry={() => void retry()} />;
  return (
    <Loading>
      <Card className="h-96">
        <Skeleton className="h-10" />
      </Card>
    </Loading>
  );
}

/** The scheduler with the demo provider; confirming here reserves nothing. */
export function ScheduleTest(props: ScheduleTestProps): ReactElement {
  return (
    <Page title={t("labs.scheduleTest.title")} lead={t("labs.scheduleTest.lead")} backTo="/" width="page">
      <Content {...props} />
    </Page>
  );
}
