import { useEffect, useState, type ReactElement } from "react";
import { useLocation, useNavigate } from "react-router-dom";

import { useJobs } from "@/api/orders/use-orders";
import { useAccount } from "@/api/session/session";
import type { Order } from "@/api/types";
import { ConversationDialog } from "@/features/messages/conversation-dialog";
import { useNamedJob } from "@/features/provider-workspace/use-named-job";
import { Workspace } from "@/features/provider-workspace/workspace";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

import { LazyUnconfirmedEmail } from "../lazy-unconfirmed-email";

const JobClaims = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/claims/job-claims"), loadMessages("claims")]);
  return part.JobClaims;
});

const CustomerRating = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/rating/customer-rating"), loadMessages("rating")]);
  return part.CustomerRating;
}, SILENT);

const CONVERSATION = /^#([0-9a-f-]{36})\/messages$/;

/** Opens the conversation that the address names, and leaves the address at its job. */
function useNamedConversation(open: (order: Order) => void): void {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const named = CONVERSATION.exec(hash)?.[1] ?? null;
  // From the list, which the device has also without a connection.
  const { jobs } = useJobs(named !== null);
  const { job, isGone, error } = useNamedJob(named ?? "", jobs);
  useEffect(() => {
    if (named === null || (job === undefined && !isGone && error === undefined)) return;
    // Back closes the conversation, and must not open it again. The workspace says what is wrong with a job.
    void Promise.resolve(navigate(`${pathname}${search}#${named}`, { replace: true })).then(() => {
      if (job !== undefined) open(job);
    });
  }, [named, job, isGone, error, navigate, pathname, search, open]);
}

/** The provider's workspace, with a job's conversation. */
export function WorkspacePage(): ReactElement {
  const { emailVerified } = useAccount();
  const [written, setWritten] = useState<Order | null>(null);
  useNamedConversation(setWritten);
  return (
    <>
      <Workspace
        talkingAbout={written?.id ?? null}
        notice={emailVerified ? null : <LazyUnconfirmedEmail />}
        onMessage={setWritten}
        claims={(order) => <JobClaims order={order} />}
        rating={(order) => <CustomerRating order={order} />}
      />
      <ConversationDialog
        key={written?.id}
        orderId={written?.id ?? ""}
        side="provider"
        until={written?.messagesUntil ?? null}
        name={written?.customer?.firstName ?? ""}
        open={written !== null}
        onClose={() => setWritten(null)}
      />
    </>
  );
}
