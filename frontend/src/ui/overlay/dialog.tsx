import { useEffect, useState, type ReactElement } from "react";

import type { ModalProps } from "./modal";

type ModalPart = (props: ModalProps) => ReactElement;

let loaded: ModalPart | null = null;

/** Fetches the part that draws dialogs; a page that has one does so before it is opened. */
export async function loadModal(): Promise<ModalPart> {
  const { Modal } = await import("./modal");
  loaded = Modal;
  return Modal;
}

/** A modal dialog; on a phone a sheet that rises from the bottom. What it holds lives from its opening to its closing. */
export function Dialog({ open, ...modal }: ModalProps & { open: boolean }): ReactElement | null {
  const [part, setPart] = useState({ Modal: loaded });
  const [failure, setFailure] = useState<unknown>(null);
  const { Modal } = part;

  useEffect(() => {
    if (Modal !== null) return;
    loadModal().then(
      (fetched) => setPart({ Modal: fetched }),
      (error: unknown) => {
        // Nobody has asked for it yet: it is fetched again when it is opened.
        if (open) setFailure(error);
      },
    );
  }, [Modal, open]);

  // The page's error boundary says so, and offers to try again.
  if (failure !== null) throw failure instanceof Error ? failure : new Error("The dialog's code did not arrive.");
  return open && Modal !== null ? <Modal {...modal} /> : null;
}
