import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

import type { ConversationProps } from "./conversation";

const Conversation = lazyPart(async () => (await import("./conversation")).Conversation);

type ConversationDialogProps = ConversationProps & {
  /** The other side's name. */ name: string;
  open: boolean;
  onClose: () => void;
};

export function ConversationDialog({ name, open, onClose, ...given }: ConversationDialogProps): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("messages.title", { name })}>
      {open && <Conversation {...given} />}
    </Dialog>
  );
}
