import { useEffect, type ReactElement } from "react";

import { errorText, formErrorOf } from "@/api/http/error-text";
import type { SentFrom } from "@/api/http/draft-key";
import { useAccount } from "@/api/session/session";
import type { SupportReply, SupportRequest } from "@/api/types";
import { useNotificationActs } from "@/api/notifications/use-notification-acts";
import { useNotifications } from "@/api/notifications/use-notifications";
import { useSupportThread } from "@/api/site/use-support";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatDayTime } from "@/lib/dates";
import { useVisible } from "@/lib/use-visible";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextareaField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { SupportPhotoButton } from "./support-photos";

type LineProps = Omit<SupportReply, "id"> & { now: number };

function Line({ body, photoUrl, mine, senderName, sentAt, now }: LineProps): ReactElement {
  return (
    <li className={cx("flex flex-col gap-0.5", mine ? "items-end" : "items-start")}>
      {photoUrl !== null && (
        <a href={photoUrl} className="block max-w-[85%]">
          <img
            src={photoUrl}
            alt={t("contact.photo.yours")}
            className="max-h-64 min-h-24 rounded-card border border-line object-contain"
          />
        </a>
      )}
      {body !== "" && (
        <p
          className={cx(
            "max-w-[85%] rounded-card px-3.5 py-2 wrap-break-word whitespace-pre-wrap",
            mine ? "bg-brand text-on-brand" : "bg-sunken text-ink",
          )}
        >
          {body}
        </p>
      )}
      <p className="text-caption text-ink-soft">
        {mine ? t("contact.thread.you") : t("contact.thread.us", { name: senderName })} · {formatDayTime(sentAt, now)}
      </p>
    </li>
  );
}

type ReplyFormProps = {
  id: string;
  onReply: (body: string, from: SentFrom) => Promise<unknown>;
  onPhoto: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
};

function ReplyForm({ id, onReply, onPhoto }: ReplyFormProps): ReactElement {
  const { id: owner } = useAccount();
  const draft = { name: `support ${id}`, owner };
  const form = useForm({
    initial: { body: "" },
    draft,
    check: ({ body }) => ({ body: body.trim() === "" ? t("contact.reply.required") : "" }),
    save: async ({ body }) => {
      await onReply(body.trim(), draft);
      form.clear();
    },
    explain: (error) => formErrorOf(error, t("contact.reply.notSent")),
    notice: { title: t("contact.notSent.title") },
  });
  return (
    <Form form={form} className="flex flex-col gap-3">
      <TextareaField form={form} name="body" label={t("contact.reply.label")} rows={3} maxLength={5000} />
      <FormNotice form={form} />
      <NeedsConnection says={t("contact.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="brand" className="md:self-start">
          {t("contact.reply.send")}
        </SubmitButton>
      </NeedsConnection>
      <SupportPhotoButton onPhoto={onPhoto} />
    </Form>
  );
}

/** Marks the notifications of replies as read once those are on screen, in a tab that can be seen. */
function useNoticesRead(id: string, replies: readonly SupportReply[] | undefined): void {
  const state = useNotifications();
  const { list } = state;
  const isVisible = useVisible();
  const { markRead } = useNotificationActs(state);
  const read =
    replies === undefined
      ? []
      : (list?.results ?? [])
          .filter(({ link, readAt }) => readAt === null && link === `/support?request=${id}`)
          .map((notice) => notice.id);
  const ids = read.join(" ");
  useEffect(() => {
    // If this fails they merely stay unread.
    if (isVisible && ids !== "")
      void markRead({ ids: ids.split(" ") })
        .send()
        .catch(() => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- markRead changes on every render; `ids` decides
  }, [ids, isVisible]);
}

/** A support request's messages, and a form to reply. */
export function RequestThread({ request }: { request: SupportRequest }): ReactElement {
  const { replies, error, isBusy, retry, reply, addPhoto } = useSupportThread(request.id);
  const now = useNow();
  useNoticesRead(request.id, replies);
  if (replies === undefined && error !== undefined) {
    return <ErrorState body={errorText(error, t("contact.thread.error"))} busy={isBusy} onRetry={() => void retry()} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-3" aria-live="polite">
        <Line body={request.message} photoUrl={null} mine senderName="" sentAt={request.createdAt} now={now} />
        {replies?.map((line) => (
          <Line key={line.id} {...line} now={now} />
        ))}
      </ol>
      {replies === undefined && (
        <Loading>
          <Skeleton className="h-11 w-2/3 rounded-card" />
        </Loading>
      )}
      {request.status === "closed" && <p className="text-caption text-ink-soft">{t("contact.thread.closed")}</p>}
      <ReplyForm id={request.id} onReply={reply} onPhoto={addPhoto} />
    </div>
  );
}
