import { useState, type ReactElement } from "react";

import type { ConversationOfJob } from "@/api/types";
import { ConversationDialog } from "@/features/messages/conversation-dialog";
import { MessagesPage } from "@/features/provider-workspace/messages-page";

/** A provider's conversations, with the one that is open. */
export function ProviderMessagesPage(): ReactElement {
  const [opened, setOpened] = useState<ConversationOfJob | null>(null);
  return (
    <>
      <MessagesPage onOpen={setOpened} />
      <ConversationDialog
        orderId={opened?.orderId ?? ""}
        side="provider"
        until={opened?.messagesUntil ?? null}
        name={opened?.customerName ?? ""}
        open={opened !== null}
        onClose={() => setOpened(null)}
      />
    </>
  );
}
