import { MailCheck } from "lucide-react";
import { useState, type ReactElement } from "react";
import { useSearchParams } from "react-router-dom";

import { useAct } from "@/api/http/use-act";
import { askForLink, type LinkPurpose } from "@/api/session/use-emailed-link";
import { t } from "@/i18n/i18n";
import { Button, ButtonLink } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { Page } from "@/ui/page";
import { EmptyState } from "@/ui/states";

import { LOGIN_DRAFT } from "./auth-drafts";
import { EmailField } from "./email-field";
import { signInError } from "./sign-in-error";
import { useWayBack } from "./use-way-back";
import { emailError } from "./validation";

/** A link that is on its way; `isRecent`: it was asked for less than a minute before the last press. */
type Sent = { email: string; isRecent: boolean };

type AddressProps = { purpose: LinkPurpose; next: string; onSent: (sent: Sent) => void };

function AddressForm({ purpose, next, onSent }: AddressProps): ReactElement {
  const form = useForm({
    initial: { email: "" },
    // Prefilled with the address typed in the sign-in form.
    draft: LOGIN_DRAFT,
    check: ({ email }) => ({ email: emailError(email) ?? "" }),
    save: async ({ email }) => {
      const isAsked = await askForLink(purpose, email.trim(), next);
      onSent({ email: email.trim(), isRecent: !isAsked });
    },
    explain: (error) => signInError(error, t("auth.help.failed")),
  });
  return (
    <Form form={form} className="card flex flex-col gap-4 p-4 md:p-6">
      <EmailField form={form} />
      <FormNotice form={form} />
      <NeedsConnection says={t("auth.help.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="primary" wide>
          {t("auth.help.send")}
        </SubmitButton>
      </NeedsConnection>
    </Form>
  );
}

type Hint = "auth.help.again" | "auth.help.again.soon" | "auth.help.again.done";

/** The same text for every address, so that it does not reveal whether an account exists. */
function OnItsWay({
  purpose,
  sent: { email, isRecent },
  next,
  backTo,
  onOther,
}: {
  purpose: LinkPurpose;
  sent: Sent;
  next: string;
  backTo: string;
  onOther: () => void;
}): ReactElement {
  const { isBusy, failure, act } = useAct();
  const [hint, setHint] = useState<Hint>(isRecent ? "auth.help.again.soon" : "auth.help.again");
  const resend = (): void =>
    void act(async () => {
      const isAsked = await askForLink(purpose, email, next);
      setHint(isAsked ? "auth.help.again.done" : "auth.help.again.soon");
    });
  return (
    <>
      <div role="status">
        <EmptyState
          picture={<MailCheck aria-hidden className="size-12 text-good" />}
          title={t("auth.help.sent.title")}
          body={t(purpose === "reset" ? "auth.help.sent.body" : "auth.help.sent.signIn", { email })}
        />
      </div>
      <p role="status" className="my-4 text-ink-soft">
        {t(hint)}
      </p>
      {failure !== null && (
        <div className="mb-4">
          <FailureNotice {...failure} />
        </div>
      )}
      <div className="flex flex-col gap-2">
        {hint !== "auth.help.again.done" && (
          <Button wide busy={isBusy} onClick={resend}>
            {t("auth.help.sendAgain")}
          </Button>
        )}
        <Button variant="ghost" wide onClick={onOther}>
          {t("auth.help.other")}
        </Button>
        <ButtonLink variant="ghost" wide to={backTo}>
          {t("auth.help.back")}
        </ButtonLink>
      </div>
    </>
  );
}

/** Requests a link by email, to sign in or to set a new password. */
export function LoginHelpPage(): ReactElement {
  const [query] = useSearchParams();
  const { path, loginLink } = useWayBack();
  const purpose = query.get("with") === "link" ? "sign-in" : "reset";
  const [sent, setSent] = useState<Sent | null>(null);
  const isReset = purpose === "reset";
  const lead = t(isReset ? "auth.help.lead" : "auth.help.lead.signIn");
  return (
    <Page
      title={t(isReset ? "auth.help.title" : "auth.help.title.signIn")}
      backTo={loginLink}
      {...(sent === null && { lead })}
    >
      {sent === null ? (
        <AddressForm purpose={purpose} next={path} onSent={setSent} />
      ) : (
        <OnItsWay purpose={purpose} sent={sent} next={path} backTo={loginLink} onOther={() => setSent(null)} />
      )}
    </Page>
  );
}
