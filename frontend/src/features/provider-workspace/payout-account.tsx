import { CircleAlert, Landmark, Wallet } from "lucide-react";
import { useState, type ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useAccount } from "@/api/session/session";
import type { Earnings, PayoutAccount, PayoutAccountChange } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { FormField, TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { Input } from "@/ui/input";
import { NeedsConnection } from "@/ui/needs-connection";
import { focusHeading } from "@/ui/overlay/focus";
import { showToast } from "@/ui/overlay/toast";

import { OwnerField, ownerError } from "./owner-field";
import { StripeUnfinished, ToStripe } from "./stripe-account";

/** Formats an IBAN: capitals in groups of four. */
function inFours(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/\s/g, "")
    .replace(/(.{4})(?=.)/g, "$1 ");
}

type Save = (account: PayoutAccountChange) => Promise<unknown>;
type Acts = { onSave: Save; onBegin: (password: string) => Promise<{ url: string }> };

type FormProps = { holder: string; hasPassword: boolean; onSave: Save; onDone: (() => void) | null };

function AccountForm({ holder, hasPassword, onSave, onDone }: FormProps): ReactElement {
  const { id, emailVerified } = useAccount();
  const form = useForm({
    initial: { holder, iban: "", password: "" },
    draft: { name: "payout account", owner: id },
    check: (values) => ({
      holder: values.holder.trim() === "" ? t("earnings.account.holder.missing") : "",
      iban: values.iban.trim() === "" ? t("earnings.account.iban.missing") : "",
      password: ownerError(values, hasPassword),
    }),
    save: async (values) => {
      await onSave(values);
      showToast({
        title: t("earnings.account.saved"),
        ...(emailVerified && { description: t("earnings.account.saved.body") }),
      });
      onDone?.();
      focusHeading();
    },
    explain: formErrorOf,
    notice: { title: t("earnings.account.notSaved") },
  });
  return (
    <Form form={form}>
      <TextField
        form={form}
        name="holder"
        label={t("earnings.account.holder")}
        autoComplete="name"
        maxLength={70}
        required
      />
      <FormField
        form={form}
        name="iban"
        label={t("earnings.account.iban")}
        hint={t("earnings.account.iban.hint")}
        required
      >
        {(control, change) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="CH93 0076 2011 6238 5295 7"
            maxLength={34}
            className="tabular-nums"
            // Reformatting while typing in the middle would move the cursor: done on blur.
            onChange={({ target }) =>
              change(target.selectionStart === target.value.length ? inFours(target.value) : target.value)
            }
            onBlur={() => change(inFours(control.value))}
          />
        )}
      </FormField>
      <OwnerField form={form} hasPassword={hasPassword} />
      <FormNotice form={form} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form} variant="primary" className="grow">
          {t("earnings.account.save")}
        </SubmitButton>
        {onDone !== null && (
          <Button
            variant="ghost"
            onClick={() => {
              form.clear();
              onDone();
            }}
          >
            {t("earnings.account.cancel")}
          </Button>
        )}
      </div>
    </Form>
  );
}

function Destination({ icon: Icon, name, body }: { icon: typeof Landmark; name: string; body: string }): ReactElement {
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-ink-soft tabular-nums">{body}</p>
      </div>
    </div>
  );
}

/** Says that our bank refuses the account, and that entering it again confirms it. */
function Refused(): ReactElement {
  return (
    <div className="flex items-start gap-2 rounded-md bg-warn-soft px-4 py-3 text-warn">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{t("earnings.account.refused")}</p>
        <p>{t("earnings.account.refused.body")}</p>
      </div>
    </div>
  );
}

/** Offers Stripe beside a bank account, if the platform supports it and it is not chosen yet. */
function StripeOffer({ earnings, onBegin }: { earnings: Earnings; onBegin: Acts["onBegin"] }): ReactElement | null {
  if (earnings.stripe !== "nothing") return null;
  return (
    <div className="mt-4 space-y-3 border-t pt-4">
      <div>
        <h3 className="font-semibold">{t("earnings.stripe.title")}</h3>
        <p className="text-ink-soft">{t("earnings.stripe.offer")}</p>
      </div>
      <ToStripe label={t("earnings.stripe.begin")} hasPassword={earnings.hasPassword} onBegin={onBegin} />
    </div>
  );
}

function SavedAccount({
  account,
  earnings,
  onSave,
  onBegin,
}: { account: PayoutAccount; earnings: Earnings } & Acts): ReactElement {
  const [changes, setChanges] = useState(false);
  const { hasPassword, stripe } = earnings;
  const isBank = account.kind === "bank";
  const isRefused = earnings.accountRefusedAt !== null;
  const isOnItsWay = earnings.payouts.some((payout) => payout.status === "due" && payout.account !== null);
  return (
    <div className="space-y-3">
      {isBank ? (
        <Destination icon={Landmark} name={account.holder} body={t("earnings.account.end", { end: account.ibanEnd })} />
      ) : (
        <Destination icon={Wallet} name={t("earnings.stripe.account")} body={t("earnings.stripe.account.body")} />
      )}
      {isRefused && <Refused />}
      {isOnItsWay && <p className="text-caption text-ink-soft">{t("earnings.account.change.due")}</p>}
      <StripeUnfinished earnings={earnings} onBegin={onBegin} />
      <NeedsConnection says={t("earnings.account.offline")}>
        {changes ? (
          <AccountForm
            holder={account.holder}
            hasPassword={hasPassword}
            onSave={onSave}
            onDone={() => setChanges(false)}
          />
        ) : (
          <div className="space-y-2">
            {!isBank && stripe === "ready" && (
              <ToStripe label={t("earnings.stripe.change")} hasPassword={hasPassword} onBegin={onBegin} />
            )}
            <Button wide variant={isBank ? "secondary" : "ghost"} onClick={() => setChanges(true)}>
              {t(
                isRefused ? "earnings.account.confirm" : isBank ? "earnings.account.change" : "earnings.stripe.useBank",
              )}
            </Button>
          </div>
        )}
      </NeedsConnection>
    </div>
  );
}

function Asked({ earnings, onSave, onBegin }: { earnings: Earnings } & Acts): ReactElement {
  return (
    <>
      <p className="mb-4 text-ink-soft">{t("earnings.account.needed.body")}</p>
      <StripeUnfinished earnings={earnings} onBegin={onBegin} />
      <NeedsConnection says={t("earnings.account.offline")}>
        <div
          className={earnings.stripe === "begun" || earnings.stripe === "needs_more" ? "mt-4 border-t pt-4" : undefined}
        >
          <AccountForm holder="" hasPassword={earnings.hasPassword} onSave={onSave} onDone={null} />
        </div>
      </NeedsConnection>
    </>
  );
}

/** The payout account, and changing it; without one the form is shown. */
export function PayoutAccountCard({ earnings, onSave, onBegin }: { earnings: Earnings } & Acts): ReactElement {
  const { account } = earnings;
  const title =
    account === null
      ? "earnings.account.needed"
      : account.kind === "bank"
        ? "earnings.account.title"
        : "earnings.account.where";
  return (
    <SectionCard title={t(title)} className="order-2">
      {account === null ? (
        <Asked earnings={earnings} onSave={onSave} onBegin={onBegin} />
      ) : (
        <SavedAccount key={account.kind} account={account} earnings={earnings} onSave={onSave} onBegin={onBegin} />
      )}
      <StripeOffer earnings={earnings} onBegin={onBegin} />
    </SectionCard>
  );
}
