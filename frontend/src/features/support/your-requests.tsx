import { Check, ChevronDown, Clock, MessageCircle } from "lucide-react";
import { useEffect, useId, useRef, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { SupportRequest } from "@/api/types";
import { useSupportRequests } from "@/api/site/use-support";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/dates";
import { Badge, type BadgeTone } from "@/ui/badge";
import { ErrorState } from "@/ui/states";
import { useAddressState } from "@/ui/use-address-state";
import { useNow } from "@/ui/use-now";

import { RequestThread } from "./request-thread";

const TONES: Record<SupportRequest["status"], BadgeTone> = { open: "warn", answered: "good", closed: "neutral" };
const ICONS = { open: Clock, answered: MessageCircle, closed: Check } as const;

function Status({ status }: Pick<SupportRequest, "status">): ReactElement {
  const Icon = ICONS[status];
  return (
    <Badge tone={TONES[status]} icon={<Icon aria-hidden className="size-4" />}>
      {t(`contact.status.${status}`)}
    </Badge>
  );
}

type RowProps = { request: SupportRequest; isOpen: boolean; onToggle: () => void; now: number };

function Row({ request, isOpen, onToggle, now }: RowProps): ReactElement {
  const { subject, status, createdAt } = request;
  const id = useId();
  return (
    <li className="card">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-14 w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card px-4 py-3 text-left"
        >
          <span className="min-w-0 grow basis-48 font-medium wrap-break-word">{subject}</span>
          <span className="flex items-center gap-3">
            <Status status={status} />
            <span className="text-caption text-ink-soft">{formatDate(createdAt, now)}</span>
            <ChevronDown
              aria-hidden
              className={cx("size-5 shrink-0 text-ink-soft transition-transform", isOpen && "rotate-180")}
            />
          </span>
        </button>
      </h3>
      <div id={id} className={isOpen ? "px-4 pb-4" : "hidden"}>
        {isOpen && <RequestThread request={request} />}
      </div>
    </li>
  );
}

/** The account's support requests; the URL names the open one, for links in emails and notifications. */
export function YourRequests(): ReactElement | null {
  const { requests, error, isBusy, retry } = useSupportRequests();
  const [opened, open] = useAddressState("request");
  const now = useNow();
  const section = useRef<HTMLElement>(null);
  const isThere = requests?.some(({ id }) => id === opened) === true;
  const isShown = useRef(false);
  useEffect(() => {
    // Scroll to it for users who follow a notification.
    if (isThere && !isShown.current) section.current?.scrollIntoView({ block: "start" });
    isShown.current = requests !== undefined;
  }, [isThere, requests]);
  if (requests === undefined) {
    return error === undefined ? null : (
      <ErrorState body={errorText(error, t("contact.yours.error"))} busy={isBusy} onRetry={() => void retry()} />
    );
  }
  if (requests.length === 0) return null;
  return (
    <section ref={section} className="mt-6 scroll-mt-20">
      <h2 className="mb-3 text-lead font-semibold">{t("contact.yours.title")}</h2>
      <ul className="flex flex-col gap-3">
        {requests.map((request) => (
          <Row
            key={request.id}
            request={request}
            isOpen={request.id === opened}
            onToggle={() => open(request.id === opened ? null : request.id)}
            now={now}
          />
        ))}
      </ul>
    </section>
  );
}
