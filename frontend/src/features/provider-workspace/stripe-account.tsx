import { CircleAlert, ExternalLink } from "lucide-react";
import { useEffect, useRef, useState, type ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import type { Earnings } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { useAddressChoice } from "@/ui/use-address-state";

import { OwnerField, ownerError } from "./owner-field";

type Begin = (password: string) => Promise<{ url: string }>;

function PasswordForm({
  hasPassword,
  onBegin,
  onCancel,
}: {
  hasPassword: boolean;
  onBegin: Begin;
  onCancel: () => void;
}): ReactElement {
  const form = useForm({
    initial: { password: "" },
    check: (values) => ({ password: ownerError(values, hasPassword) }),
    save: async ({ password }) => {
      const { url } = await onBegin(password);
      window.location.assign(url);
    },
    explain: formErrorOf,
    notice: { title: t("earnings.stripe.notBegun") },
  });
  return (
    <Form form={form}>
      <OwnerField form={form} hasPassword={hasPassword} />
      <FormNotice form={form} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form} variant="primary" className="grow">
          {t("earnings.stripe.go")}
        </SubmitButton>
        <Button variant="ghost" onClick={onCancel}>
          {t("earnings.account.cancel")}
        </Button>
      </div>
    </Form>
  );
}

/** Goes to Stripe's page, after the owner is confirmed. */
export function ToStripe({
  label,
  hasPassword,
  onBegin,
}: {
  label: string;
  hasPassword: boolean;
  onBegin: Begin;
}): ReactElement {
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return <PasswordForm hasPassword={hasPassword} onBegin={onBegin} onCancel={() => setIsAsked(false)} />;
  return (
    <Button wide onClick={() => setIsAsked(true)}>
      <ExternalLink aria-hidden className="size-4" />
      {label}
    </Button>
  );
}

/** What is missing at Stripe before it can pay out. */
export function StripeUnfinished({ earnings, onBegin }: { earnings: Earnings; onBegin: Begin }): ReactElement | null {
  const { stripe, account, hasPassword } = earnings;
  if (stripe !== "begun" && stripe !== "needs_more") return null;
  return (
    <div className="space-y-3">
      <div className="flex items-start gap-2 rounded-md bg-warn-soft px-4 py-3 text-warn">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0">
          <p className="font-semibold">
            {t(stripe === "begun" ? "earnings.stripe.begun" : "earnings.stripe.needsMore")}
          </p>
          <p>{t(account?.kind === "bank" ? "earnings.stripe.until.bank" : "earnings.stripe.until.nothing")}</p>
        </div>
      </div>
      <ToStripe label={t("earnings.stripe.continue")} hasPassword={hasPassword} onBegin={onBegin} />
    </div>
  );
}

const WAYS_BACK = ["back", "again"] as const;

/** Back from Stripe's page: fetches the account's state, and cleans the URL. */
export function FromStripe({ onCheck }: { onCheck: () => Promise<unknown> }): ReactElement | null {
  const [way, setWay] = useAddressChoice("stripe", WAYS_BACK);
  const [isTooOld, setIsTooOld] = useState(false);
  const { isBusy, failure, act } = useAct();
  const asked = useRef(false);
  useEffect(() => {
    if (way === null || asked.current) return;
    asked.current = true;
    void act(onCheck, { title: t("earnings.stripe.notAsked") }).then(() => {
      setIsTooOld(way === "again");
      setWay(null);
    });
  }, [way, act, onCheck, setWay]);

  if (isBusy) return <p role="status">{t("earnings.stripe.asking")}</p>;
  if (failure !== null) return <FailureNotice {...failure} />;
  return isTooOld ? <p role="status">{t("earnings.stripe.tooOld")}</p> : null;
}
