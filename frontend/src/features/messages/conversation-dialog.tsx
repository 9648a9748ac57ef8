import type { ReactElement } from "react";

import { LazyPart } from "@/api/cache/lazy-part";
import { t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";

import type { Conversation, ConversationProps } from "./conversation";

const load = async (): Promise<typeof Conversation> => (await import("./conversation")).Conversation;

type ConversationDialogProps = ConversationProps & { /** The other side. */ name: string; open: boolean; onClose: () => void };

/** The conversation of an order in a dialog. */
export function ConversationDialog({ name, open, onClose, ...given }: ConversationDialogProps): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("messages.title", { name })}>
      {open && <LazyPart name="conversation" load={load} given={given} />}
    </Dialog>
  );
}
