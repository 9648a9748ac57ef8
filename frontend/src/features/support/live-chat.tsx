import { useState, type ReactElement } from "react";

import { errorText, formErrorOf } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import { useSendSupportRequest, useSupportHours, useSupportRequests } from "@/api/site/use-support";
import type { SupportRequestCreate, User } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextareaField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { RequestThread } from "./request-thread";

/** The first message, which begins the thread. */
function FirstMessage({ user, onBegun }: { user: User; onBegun: (id: string) => void }): ReactElement {
  const send = useSendSupportRequest();
  const draft = { name: "support chat", owner: user.id };
  const form = useForm({
    initial: { message: "" },
    draft,
    check: ({ message }) => ({ message: message.trim() === "" ? t("contact.message.required") : "" }),
    save: async ({ message }) => {
      const first: SupportRequestCreate = {
        name: `${user.firstName} ${user.lastName}`.trim().slice(0, 120),
        email: user.email,
        category: "general",
        subject: t("contact.chat.subject"),
        message: message.trim(),
        isChat: true,
      };
      const { id } = await send(first, draft);
      form.clear();
      onBegun(id);
    },
    explain: (error) => formErrorOf(error, t("contact.notSent.body")),
    notice: { title: t("contact.notSent.title") },
  });
  return (
    <Form form={form} className="flex flex-col gap-3">
      <p className="text-ink-soft">{t("contact.chat.lead")}</p>
      <TextareaField form={form} name="message" label={t("contact.chat.message")} rows={3} maxLength={5000} required />
      <FormNotice form={form} />
      <NeedsConnection says={t("contact.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="brand">
          {t("contact.chat.send")}
        </SubmitButton>
      </NeedsConnection>
    </Form>
  );
}

/** The account's chat: the one that is not closed goes on, or a first message begins one. */
export function LiveChat(): ReactElement | null {
  const { user } = useSession();
  const { requests, error, isBusy, retry } = useSupportRequests();
  const { hours } = useSupportHours();
  const [begun, setBegun] = useState<string | null>(null);
  if (user === null) return null;
  if (requests === undefined) {
    return error === undefined ? (
      <Loading>
        <Skeleton className="h-24 rounded-card" />
      </Loading>
    ) : (
      <ErrorState body={errorText(error, t("contact.yours.error"))} busy={isBusy} onRetry={() => void retry()} />
    );
  }
  const chat =
    requests.find(({ id }) => id === begun) ?? requests.find(({ isChat, status }) => isChat && status !== "closed");
  if (chat === undefined) return <FirstMessage user={user} onBegun={setBegun} />;
  return (
    <>
      {(hours?.isOpen === false || !chat.isChat) && (
        <p role="status" className="mb-3 rounded-card bg-sunken p-3">
          {t("contact.chat.closedMeanwhile")}
        </p>
      )}
      <RequestThread request={chat} />
    </>
  );
}
