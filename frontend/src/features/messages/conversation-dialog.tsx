import type { ReactElement } from "react";

import { useLoaded } from "@/resources/use-loaded";
import { errorText } from "@/resources/error-text";
import { t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import type { Conversation as Late } from "./conversation";

const loadConversation = async (): Promise<typeof Late> => (await import("./conversation")).Conversation;

function LateConversation({ orderId }: { orderId: string }): ReactElement {
  const { value: Conversation, error, isBusy, retry } = useLoaded(["conversation"], loadConversation);
  if (Conversation !== undefined) return <Conversation orderId={orderId} />;
  if (error !== undefined) return <ErrorState body={errorText(error)} busy={isBusy} onRetry={() => void retry()} />;
  return (
    <Loading>
      <Skeleton className="h-40 rounded-card" />
    </Loading>
  );
}

type ConversationDialogProps = { orderId: string; /** The other side. */ name: string; open: boolean; onClose: () => void };

/** The conversation of an order in a dialog. Its code comes when somebody is written to for the first time. */
export function ConversationDialog({ orderId, name, open, onClose }: ConversationDialogProps): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("messages.title", { name })}>
      {open && <LateConversation orderId={orderId} />}
    </Dialog>
  );
}
