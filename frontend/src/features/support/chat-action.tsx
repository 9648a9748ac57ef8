import { useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import { useSupportHours } from "@/api/site/use-support";
import { t } from "@/i18n/i18n";
import { dayInSentence, zurichTime } from "@/lib/dates";
import { signInLink } from "@/lib/return-path";
import { Button, ButtonLink } from "@/ui/button";
import { buttonStyle } from "@/ui/button-style";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";
import { Skeleton } from "@/ui/skeleton";

import { WRITE_TO_US } from "./write-to-us";

const LiveChat = lazyPart(async () => (await import("./live-chat")).LiveChat);

/** Within our hours it opens the chat; outside of them it says when we are back, and leads to the form. */
export function ChatAction(): ReactElement {
  const { hours, error, isBusy, retry } = useSupportHours();
  const { user } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  // An open chat stays open when the hours end.
  const chat = (
    <Dialog open={isOpen} onClose={close} title={t("contact.chat.title")}>
      <LiveChat />
    </Dialog>
  );
  const write = (
    <a href={`#${WRITE_TO_US}`} className={buttonStyle("secondary", "md", false)}>
      {t("support.chat.write")}
    </a>
  );
  if (hours === undefined) {
    if (error === undefined) return <Skeleton className="h-12 rounded-md" />;
    return (
      <>
        <p className="text-ink-soft">{errorText(error, t("support.chat.error"))}</p>
        <Button busy={isBusy} onClick={() => void retry()}>
          {t("common.tryAgain")}
        </Button>
        {write}
      </>
    );
  }
  if (!hours.isOpen) {
    return (
      <>
        <p className="text-ink-soft">
          {t("support.chat.closed", { day: dayInSentence(hours.changesAt), time: zurichTime(hours.changesAt) })}
        </p>
        {write}
        {chat}
      </>
    );
  }
  const start =
    user === null ? (
      <ButtonLink to={signInLink("/support")}>{t("support.chat.signIn")}</ButtonLink>
    ) : (
      <Button onClick={() => setIsOpen(true)}>{t("support.chat.start")}</Button>
    );
  return (
    <>
      <p className="text-ink-soft">{t("support.chat.open", { time: zurichTime(hours.changesAt) })}</p>
      {start}
      {chat}
    </>
  );
}
