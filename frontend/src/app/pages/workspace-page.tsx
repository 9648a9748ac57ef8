import { useState, type ReactElement } from "react";

import type { Order } from "@/api/types";
import { ConversationDialog } from "@/features/messages/conversation-dialog";
import { Workspace } from "@/features/provider-workspace/workspace";

/** The provider's workspace, with a job's conversation. */
export function WorkspacePage(): ReactElement {
  const [written, setWritten] = useState<Order | null>(null);
  return (
    <>
      <Workspace talkingAbout={written?.id ?? null} onMessage={setWritten} />
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
