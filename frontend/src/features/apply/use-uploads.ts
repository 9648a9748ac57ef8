import { useState } from "react";

import { errorText } from "@/api/http/error-text";
import type { DocumentKind } from "@/api/types";
import { useApplication } from "@/api/application/use-application";
import { t } from "@/i18n/i18n";
import { usePresence } from "@/lib/use-presence";
import { sayFailureElsewhere } from "@/ui/overlay/say-elsewhere";

/** The server's limit, in bytes. */
const MOST_BYTES = 10 * 1024 * 1024;

export type Upload = { name: string; /** The share that is sent, 0 to 1. */ share: number };

type ByKind<T> = Partial<Record<DocumentKind, T>>;

export type Uploads = {
  /** Running uploads. */
  running: ByKind<Upload>;
  /** Why the last file of a kind was refused, or that it is missing. */
  errors: ByKind<string>;
  /** A message for screen readers. */
  said: string;
  send: (kind: DocumentKind, file: File) => Promise<void>;
  blame: (errors: ByKind<string>) => void;
  removed: (kind: DocumentKind) => void;
};

function without<T>(all: ByKind<T>, kind: DocumentKind): ByKind<T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== kind));
}

/** File uploads with progress; several may run at once. */
export function useUploads(): Uploads {
  const { upload } = useApplication();
  const [running, setRunning] = useState<ByKind<Upload>>({});
  const [errors, setErrors] = useState<ByKind<string>>({});
  const [said, setSaid] = useState("");
  const isHere = usePresence();
  const blameOne = (kind: DocumentKind, sentence: string): void =>
    setErrors((before) => ({ ...before, [kind]: sentence }));

  const send: Uploads["send"] = async (kind, file) => {
    setErrors((before) => without(before, kind));
    setSaid("");
    if (file.size > MOST_BYTES) {
      blameOne(kind, t("apply.documents.tooLarge"));
      return;
    }
    const show = (share: number): void => setRunning((before) => ({ ...before, [kind]: { name: file.name, share } }));
    show(0);
    try {
      await upload(kind, file, show);
      setSaid(t("apply.documents.sent", { document: t(`apply.documents.${kind}`) }));
    } catch (error) {
      const text = errorText(error);
      if (!isHere()) sayFailureElsewhere(error, t(`apply.documents.${kind}`), text);
      blameOne(kind, text);
    } finally {
      setRunning((before) => without(before, kind));
    }
  };

  return {
    running,
    errors,
    said,
    send,
    blame: setErrors,
    removed: (kind) => {
      setErrors((before) => without(before, kind));
      setSaid(t("apply.documents.removed", { document: t(`apply.documents.${kind}`) }));
    },
  };
}
