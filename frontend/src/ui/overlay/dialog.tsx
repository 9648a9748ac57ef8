import { useEffect, useState, type ReactElement } from "react";

import type { ModalProps } from "./modal";

type ModalPart = (props: ModalProps) => ReactElement;

let loaded: ModalPart | null = null;

/** Loads the dialog's chunk; pages with dialogs call it in advance. */
export async function loadModal(): Promise<ModalPart> {
  const { Modal } = await import("./modal");
  loaded = Modal;
  return Modal;
}

/** A modal dialog; on phones a bottom sheet. Its content is mounted only while it is open. */
export function Dialog({ open, ...modal }: ModalProps & { open: boolean }): ReactElement | null {
  const [part, setPart] = useState({ Modal: loaded });
  const [failure, setFailure] = useState<unknown>(null);
  const { Modal } = part;

  useEffect(() => {
    if (Modal !== null) return;
    loadModal().then(
      (fetched) => setPart({ Modal: fetched }),
      (error: unknown) => {
        // Only a preload failed: load it again when the dialog is opened.
        if (open) setFailure(error);
      },
    );
  }, [Modal, open]);

  // For the page's error boundary, which offers a retry.
  if (failure !== null) throw failure instanceof Error ? failure : new Error("The dialog's code did not arrive.");
  return open && Modal !== null ? <Modal {...modal} /> : null;
}
