import type { ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { useClaimActs, useClaims } from "@/api/orders/use-claims";
import { useSession } from "@/api/session/session";
import type { Claim, Order, OrderPhoto } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextareaField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { claimError, PhotoField } from "./claim-photos";
import { ClaimView } from "./claim-view";
import { usePhotoUpload } from "./use-photo-upload";

type Values = { statement: string; photos: OrderPhoto[] };

function StatementForm({ order, claim }: { order: Order; claim: Claim }): ReactElement {
  const { user } = useSession();
  const { answer } = useClaimActs(order);
  const draft = { name: `claim statement ${claim.id}`, owner: user?.id ?? null };
  const form = useForm<Values>({
    initial: { statement: "", photos: [] },
    draft,
    check: ({ statement }) => ({ statement: statement.trim() === "" ? t("claims.statement.required") : "" }),
    save: async ({ statement, photos }) => {
      await answer(
        claim.id,
        statement.trim(),
        photos.map(({ id }) => id),
      );
      form.clear();
      showToast({ title: t("claims.statement.sent.title"), description: t("claims.statement.sent.body") });
    },
    explain: claimError,
    notice: { title: t("claims.notSent") },
  });
  const upload = usePhotoUpload(order, draft, form);
  const clear = (): void => {
    upload.discard();
    form.clear();
  };
  return (
    <Form form={{ ...form, clear }} label={t("claims.statement.label")} className="mt-3 flex flex-col gap-3">
      <TextareaField
        form={form}
        name="statement"
        label={t("claims.statement.label")}
        rows={3}
        maxLength={2000}
        required
      />
      <PhotoField photos={form.values.photos} upload={upload} disabled={form.isBusy} />
      <FormNotice form={form} />
      <NeedsConnection says={t("claims.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="brand" disabled={upload.share !== null}>
          {t(upload.share !== null ? "claims.photo.wait" : "claims.statement.send")}
        </SubmitButton>
      </NeedsConnection>
    </Form>
  );
}

/** For an order's provider: the damage claims, and a form for their view. */
export function JobClaims({ order }: { order: Order }): ReactElement {
  const { claims, error, isBusy, retry } = useClaims(order.id);
  const name = order.customer?.firstName ?? "";
  if (claims === undefined) {
    return error === undefined ? (
      <Loading className="mt-4">
        <Skeleton className="h-24 rounded-md" />
      </Loading>
    ) : (
      <ErrorState body={errorText(error, t("claims.error"))} busy={isBusy} onRetry={() => void retry()} />
    );
  }
  return (
    <section className="mt-4 border-t pt-3" data-goes-on-at={`claims-${order.id}`}>
      <h4 id={`claims-${order.id}`} tabIndex={-1} className="mb-2 font-semibold">
        {t("claims.theirs", { name })}
      </h4>
      {claims.map((claim) => (
        <div key={claim.id}>
          <ClaimView claim={claim} side="provider" name={name} />
          {claim.state === "answer" && <StatementForm order={order} claim={claim} />}
        </div>
      ))}
    </section>
  );
}
