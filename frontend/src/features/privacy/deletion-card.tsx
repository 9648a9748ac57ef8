import { useState, type ReactElement } from "react";

import { errorText, formErrorOf } from "@/api/http/error-text";
import type { Deletion } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useDeletion } from "@/api/privacy/use-privacy";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { Button, ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { PasswordField } from "@/ui/form/password-field";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { focusHeading } from "@/ui/overlay/focus";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

type WaitsFor = Deletion["waitsFor"][number];

/** Where to end what blocks the deletion. */
const PAGES: Record<WaitsFor, string> = {
  operator: "/support",
  orders: "/history",
  jobs: "/provider",
  recurring: "/recurring",
  refunds: "/history",
  claims: "/support",
  disputes: "/support",
  payouts: "/provider/earnings",
};

function Unfinished({ waitsFor }: Pick<Deletion, "waitsFor">): ReactElement {
  return (
    <>
      <p className="mb-2 font-medium">{t("privacy.deletion.first")}</p>
      <ul className="flex flex-col gap-2">
        {waitsFor.map((word) => (
          <li key={word} className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-sunken px-4 py-2">
            <span className="min-w-0">{t(`privacy.deletion.first.${word}`)}</span>
            <ButtonLink
              size="sm"
              to={PAGES[word]}
              aria-label={t("privacy.deletion.open.named", { what: t(`privacy.deletion.first.${word}`) })}
            >
              {t("privacy.deletion.open")}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </>
  );
}

type AskProps = { hasPassword: boolean; onAsk: (password: string) => Promise<unknown>; onCancel: () => void };

function Ask({ hasPassword, onAsk, onCancel }: AskProps): ReactElement {
  const form = useForm({
    initial: { password: "" },
    check: ({ password }) => ({
      password: hasPassword && password === "" ? t("privacy.deletion.password.missing") : "",
    }),
    save: async ({ password }) => {
      await onAsk(password);
      showToast({ title: t("privacy.deletion.asked.title"), description: t("privacy.deletion.asked.body") });
      focusHeading();
    },
    explain: formErrorOf,
    notice: { title: t("privacy.deletion.notAsked") },
  });
  return (
    <Form form={form} label={t("privacy.deletion.ask")}>
      {hasPassword ? (
        <PasswordField
          form={form}
          name="password"
          label={t("privacy.deletion.password")}
          hint={t("privacy.deletion.password.hint")}
          autoComplete="current-password"
          required
        />
      ) : (
        <p className="text-ink-soft">{t("privacy.deletion.recent")}</p>
      )}
      <FormNotice form={form} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form} variant="destructive" className="grow">
          {t("privacy.deletion.confirm")}
        </SubmitButton>
        <Button variant="ghost" onClick={onCancel}>
          {t("privacy.deletion.cancel")}
        </Button>
      </div>
    </Form>
  );
}

function whenDeleted(dueAt: string, isWaiting: boolean, now: number): string {
  if (Date.parse(dueAt) > now) {
    return t("privacy.deletion.due", { day: formatDate(dueAt, now) });
  }
  return isWaiting
    ? t("privacy.deletion.due.late", { day: formatDate(dueAt, now) })
    : t("privacy.deletion.due.tonight");
}

type AskedProps = { dueAt: string; waitsFor: WaitsFor[]; onKeep: () => Promise<unknown> };

function Asked({ dueAt, waitsFor, onKeep }: AskedProps): ReactElement {
  const { isBusy, failure, act } = useAct();
  const now = useNow();
  const isWaiting = waitsFor.length > 0;
  const cancelDeletion = async (): Promise<void> => {
    await onKeep();
    showToast({ title: t("privacy.deletion.kept.title"), description: t("privacy.deletion.kept.body") });
    focusHeading();
  };
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="rounded-md bg-warn-soft px-4 py-3 font-medium text-warn">
        {whenDeleted(dueAt, isWaiting, now)}
      </p>
      {isWaiting && <Unfinished waitsFor={waitsFor} />}
      <p className="text-ink-soft">{t("privacy.deletion.due.body")}</p>
      {failure !== null && <FailureNotice {...failure} />}
      <NeedsConnection says={t("privacy.deletion.offline")} busy={isBusy}>
        <Button
          variant="brand"
          busy={isBusy}
          onClick={() => void act(cancelDeletion, { title: t("privacy.deletion.notKept") })}
        >
          {t("privacy.deletion.keep")}
        </Button>
      </NeedsConnection>
    </div>
  );
}

function Begin({ deletion, onAsk }: { deletion: Deletion; onAsk: AskProps["onAsk"] }): ReactElement {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <p className="mb-2 text-ink-soft">{t("privacy.deletion.body")}</p>
      <p className="mb-3 text-ink-soft">{t("privacy.deletion.kept")}</p>
      {deletion.waitsFor.length > 0 ? (
        <Unfinished waitsFor={deletion.waitsFor} />
      ) : (
        <NeedsConnection says={t("privacy.deletion.offline")}>
          {isAsking ? (
            <Ask hasPassword={deletion.hasPassword} onAsk={onAsk} onCancel={() => setIsAsking(false)} />
          ) : (
            <Button onClick={() => setIsAsking(true)}>{t("privacy.deletion.ask")}</Button>
          )}
        </NeedsConnection>
      )}
    </>
  );
}

/** Deletion of the account: request, waiting period, cancelling. */
export function DeletionCard(): ReactElement {
  const { deletion, error, isBusy, retry, ask, cancel } = useDeletion();
  return (
    <SectionCard title={t("privacy.deletion.title")} className="mb-4">
      {deletion !== undefined ? (
        deletion.request === null ? (
          <Begin deletion={deletion} onAsk={ask} />
        ) : (
          <Asked dueAt={deletion.request.dueAt} waitsFor={deletion.waitsFor} onKeep={cancel} />
        )
      ) : error !== undefined ? (
        <ErrorState
          body={errorText(error, t("privacy.deletion.notLoaded"))}
          busy={isBusy}
          onRetry={() => void retry()}
        />
      ) : (
        <Loading>
          <Skeleton className="h-24 rounded-md" />
        </Loading>
      )}
    </SectionCard>
  );
}
