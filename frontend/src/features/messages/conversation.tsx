import { SendHorizontal } from "lucide-react";
import { useEffect, useRef, type ReactElement } from "react";

import { useConversation } from "@/resources/use-conversation";
import { errorText, refusalOf } from "@/resources/error-text";
import { useSession } from "@/resources/session";
import type { ShownMessage } from "@/resources/waiting";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatDayTime } from "@/lib/dates";
import { BlockedButton } from "@/ui/blocked-button";
import { Form, FormNotice } from "@/ui/form/form";
import { FormField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NoMessagesArt } from "@/ui/illustrations/empty";
import { Textarea } from "@/ui/input";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { conversationOpened } from "./open-conversations";

const MAX_LENGTH = 2000;

function Line({ message, now }: { message: ShownMessage; now: number }): ReactElement {
  return (
    <li className={cx("flex flex-col gap-0.5", message.mine ? "items-end" : "items-start")}>
      <p
        className={cx(
          "max-w-[85%] rounded-card px-3.5 py-2 break-words whitespace-pre-wrap",
          message.mine ? "bg-brand text-on-brand" : "bg-sunken text-ink",
        )}
      >
        {message.body}
      </p>
      <p className="text-caption text-ink-soft">
        {message.mine ? t("messages.you") : message.senderName} · {message.isWaiting === true ? t("messages.waiting") : formatDayTime(message.sentAt, now)}
      </p>
    </li>
  );
}

function Lines({ messages }: { messages: readonly ShownMessage[] }): ReactElement {
  const log = useRef<HTMLDivElement>(null);
  const now = useNow();
  useEffect(() => {
    // The newest line is the one to read.
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [messages.length]);
  if (messages.length === 0) {
    return (
      <div className="flex flex-col items-center gap-2 py-4 text-center text-ink-soft">
        <NoMessagesArt />
        <p>{t("messages.empty")}</p>
      </div>
    );
  }
  return (
    <div ref={log} className="max-h-[45dvh] overflow-y-auto" tabIndex={0} role="log" aria-live="polite">
      <ol className="flex flex-col gap-3">
        {messages.map((message) => (
          <Line key={message.id} message={message} now={now} />
        ))}
      </ol>
    </div>
  );
}

/** What was typed on while the first part of it was being sent. */
function restOf(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}

function Composer({ orderId, onSend }: { orderId: string; onSend: (body: string) => Promise<unknown> }): ReactElement {
  const { user } = useSession();
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useForm({
    initial: { body: "" },
    draft: { name: `message ${orderId}`, owner: user?.id ?? null },
    check: () => ({}),
    save: async ({ body }) => {
      await onSend(body.trim());
      form.change({ body: restOf(area.current?.value ?? "", body) });
    },
    explain: (error) => refusalOf(error, t("messages.error.send.body")),
    notice: { title: t("messages.error.send.title") },
  });
  const { values, isBusy } = form;

  return (
    <Form form={form} className="flex flex-col gap-2">
      <FormField form={form} name="body" label={t("messages.label")}>
        {(control, change) => (
          <Textarea
            {...control}
            ref={area}
            // Whoever writes on while a line is being sent goes on with the next one.
            readOnly={false}
            rows={2}
            maxLength={MAX_LENGTH}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </FormField>
      <FormNotice form={form} />
      <BlockedButton type="submit" variant="brand" wide busy={isBusy} why={values.body.trim() === "" ? t("messages.needsText") : null}>
        {!isBusy && <SendHorizontal aria-hidden className="size-5" />}
        {t("messages.send")}
      </BlockedButton>
    </Form>
  );
}

/** What the customer and the provider of an order have written to each other, and the next line. */
export function Conversation({ orderId }: { orderId: string }): ReactElement {
  const { messages, error, isBusy, retry, send, markRead } = useConversation(orderId);
  const newest = messages?.at(-1)?.id;
  useEffect(() => conversationOpened(orderId), [orderId]);
  useEffect(() => {
    // What is on the screen needs no e-mail. If this fails, one is sent: nothing is lost.
    if (newest !== undefined) void markRead().catch(() => undefined);
  }, [markRead, newest]);
  if (messages === undefined && error !== undefined) {
    return <ErrorState body={errorText(error, t("messages.error.load"))} busy={isBusy} onRetry={() => void retry()} />;
  }
  return (
    <div className="flex flex-col gap-4">
      {messages === undefined ? (
        <Loading className="flex flex-col gap-3">
          <Skeleton className="h-11 w-2/3 rounded-card" />
          <Skeleton className="ml-auto h-11 w-1/2 rounded-card" />
        </Loading>
      ) : (
        <Lines messages={messages} />
      )}
      <Composer key={orderId} orderId={orderId} onSend={send} />
    </div>
  );
}
