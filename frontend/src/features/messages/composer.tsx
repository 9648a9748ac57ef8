import { ImagePlus, SendHorizontal } from "lucide-react";
import { useRef, useState, type KeyboardEvent, type ReactElement } from "react";

import { ApiError } from "@/api/http/api-error";
import { formErrorOf } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { useOnline } from "@/lib/use-online";
import { usePresence } from "@/lib/use-presence";
import { BlockedButton } from "@/ui/blocked-button";
import { buttonStyle } from "@/ui/button-style";
import { FailureNotice } from "@/ui/failure-notice";
import { Form, FormNotice } from "@/ui/form/form";
import { FormField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { Textarea } from "@/ui/input";
import { sayFailureElsewhere } from "@/ui/overlay/say-elsewhere";
import { PhotoInput } from "@/ui/photo-input";

const MAX_LENGTH = 2000;
const LARGEST = 10 * 1024 * 1024;

/** Who is writing; each side has its own quick replies. */
export type Side = "customer" | "provider";

const QUICK = {
  customer: ["messages.quick.home", "messages.quick.ring", "messages.quick.late"],
  provider: ["messages.quick.coming", "messages.quick.door", "messages.quick.delayed"],
} as const;

/** True if a provider's job is another neighbor's by now: to who did it until then, the server knows no such order. */
export const isGoneFor = (side: Side, error: unknown): boolean =>
  side === "provider" && error instanceof ApiError && error.status === 404;

function explained(side: Side, error: unknown, fallback: string): ReturnType<typeof formErrorOf> {
  const formError = formErrorOf(error, fallback);
  return isGoneFor(side, error) ? { ...formError, text: t("provider.job.gone") } : formError;
}

type ComposerProps = {
  orderId: string;
  side: Side;
  onSend: (body: string) => Promise<unknown>;
  onPhoto: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
};

/** What was typed while the message was being sent. */
function restOf(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}

function PhotoButton({ side, onPhoto }: Pick<ComposerProps, "side" | "onPhoto">): ReactElement {
  const isOnline = useOnline();
  const isHere = usePresence();
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (file: File): Promise<void> => {
    setFailure(file.size > LARGEST ? t("messages.photo.tooLarge") : null);
    if (file.size > LARGEST) return;
    setShare(0);
    try {
      await onPhoto(file, setShare);
    } catch (error) {
      const { text } = explained(side, error, t("messages.photo.failed"));
      if (!isHere()) sayFailureElsewhere(error, t("messages.photo.title"), text);
      setFailure(text);
    } finally {
      setShare(null);
    }
  };
  return (
    <>
      {failure !== null && <FailureNotice title={t("messages.photo.title")} text={failure} />}
      <PhotoInput disabled={share !== null || !isOnline} onTake={(file) => void send(file)}>
        <ImagePlus aria-hidden className="size-5 shrink-0" />
        {share === null
          ? t(isOnline ? "messages.photo.send" : "messages.photo.offline")
          : t("messages.photo.sending", { percent: Math.round(share * 100) })}
      </PhotoInput>
    </>
  );
}

/** Writes a message: typed, a quick reply, or a photo. */
export function Composer({ orderId, side, onSend, onPhoto }: ComposerProps): ReactElement {
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
    explain: (error) => explained(side, error, t("messages.error.send.body")),
    notice: { title: t("messages.error.send.title") },
  });
  const { values, isBusy } = form;
  const replies = QUICK[side].map((key) => t(key));
  // One tap changes another; what was typed stays.
  const isTyped = values.body.trim() !== "" && !replies.includes(values.body);
  const withReply = (reply: string): string => (isTyped ? `${values.body.trimEnd()}\n${reply}` : reply);
  const sendByEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Enter also ends an IME composition, and Shift+Enter makes a new line.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (values.body.trim() !== "" && !isBusy) event.currentTarget.form?.requestSubmit();
  };

  return (
    <Form form={form} className="flex flex-col gap-2">
      <ul aria-label={t("messages.quick")} className="flex flex-wrap gap-2">
        {replies.map((reply) => (
          <li key={reply}>
            <button
              type="button"
              disabled={isBusy || withReply(reply).length > MAX_LENGTH}
              className={buttonStyle("secondary", "sm", false)}
              onClick={() => form.change({ body: withReply(reply) })}
            >
              {reply}
            </button>
          </li>
        ))}
      </ul>
      <FormField form={form} name="body" label={t("messages.label")}>
        {(control, change) => (
          <Textarea
            {...control}
            ref={area}
            // Typing goes on while a message is being sent.
            readOnly={false}
            rows={2}
            maxLength={MAX_LENGTH}
            enterKeyHint="send"
            onKeyDown={sendByEnter}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </FormField>
      <FormNotice form={form} />
      <BlockedButton
        type="submit"
        variant="brand"
        wide
        icon={<SendHorizontal aria-hidden className="size-5" />}
        busy={isBusy}
        why={values.body.trim() === "" ? t("messages.needsText") : null}
      >
        {t("messages.send")}
      </BlockedButton>
      <PhotoButton side={side} onPhoto={onPhoto} />
    </Form>
  );
}
