import { MailWarning } from "lucide-react";
import { useState, type ReactElement } from "react";

import { sendEmailVerification } from "@/api/session/use-email";
import { useAct } from "@/api/http/use-act";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";

/** Notice that the address is not confirmed; nothing is restricted. */
export function UnconfirmedEmail({ email }: { email: string }): ReactElement {
  const { isBusy, failure, act } = useAct();
  const [isSent, setIsSent] = useState(false);
  const send = async (): Promise<void> => {
    await sendEmailVerification();
    setIsSent(true);
  };
  return (
    <Card className="flex flex-col gap-3">
      <p className="flex gap-3">
        <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <span className="min-w-0">
          <span className="block font-medium">{t("profile.unconfirmed.title")}</span>
          <span role="status" className="block text-ink-soft">
            {t(isSent ? "profile.unconfirmed.sent" : "profile.unconfirmed.body", { email })}
          </span>
        </span>
      </p>
      {failure !== null && <FailureNotice {...failure} />}
      {!isSent && (
        <NeedsConnection says={t("profile.email.offline")} busy={isBusy}>
          <Button size="sm" busy={isBusy} onClick={() => void act(send)} className="self-start">
            {t("profile.unconfirmed.send")}
          </Button>
        </NeedsConnection>
      )}
    </Card>
  );
}
