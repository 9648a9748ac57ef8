import { useState, type ReactElement } from "react";

import { useAccount } from "@/api/session/session";
import type { Order } from "@/api/types";
import { ConversationDialog } from "@/features/messages/conversation-dialog";
import { Workspace } from "@/features/provider-workspace/workspace";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

/** No job is emailed to an address that is not confirmed. */
const UnconfirmedEmail = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/profile/unconfirmed-email"), loadMessages("profile")]);
  return part.UnconfirmedEmail;
}, SILENT);

const JobClaims = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/claims/job-claims"), loadMessages("claims")]);
  return part.JobClaims;
});

const CustomerRating = lazyPart(async () => {
  const [part] = await Promise.all([import("@/features/rating/customer-rating"), loadMessages("rating")]);
  return part.CustomerRating;
}, SILENT);

/** The provider's workspace, with a job's conversation. */
export function WorkspacePage(): ReactElement {
  const { email, emailVerified } = useAccount();
  const [written, setWritten] = useState<Order | null>(null);
  return (
    <>
      <Workspace
        talkingAbout={written?.id ?? null}
        notice={emailVerified ? null : <UnconfirmedEmail email={email} />}
        onMessage={setWritten}
        claims={(order) => <JobClaims order={order} />}
        rating={(order) => <CustomerRating order={order} />}
      />
      <ConversationDialog
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
