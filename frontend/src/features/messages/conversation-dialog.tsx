import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";

import { Conversation } from "./conversation";

type ConversationDialogProps = { orderId: string; /** The other side. */ name: string; open: boolean; onClose: () => void };

/** The conversation of an order in a dialog. */
export function ConversationDialog({ orderId, name, open, onClose }: ConversationDialogProps): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("messages.title", { name })}>
      {open && <Conversation orderId={orderId} />}
    </Dialog>
  );
}
