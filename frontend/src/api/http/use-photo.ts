import { useState } from "react";

import { t } from "@/i18n/i18n";
import type { PhotoState } from "@/ui/photo-row";

import { useAct } from "./use-act";

/** The server's limit, in bytes. */
const MOST_BYTES = 10 * 1024 * 1024;

export type PhotoWrites = {
  /** Uploads the photo; `onProgress` gets the share that is sent, 0 to 1. */
  putPhoto: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
  removePhoto: () => Promise<unknown>;
};

/** Uploads or removes the photo of a person. */
export function usePhoto({ putPhoto, removePhoto }: PhotoWrites): PhotoState {
  const [share, setShare] = useState<number | null>(null);
  const { isBusy, failure, act } = useAct();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const [said, setSaid] = useState("");
  const does = (send: () => Promise<unknown>, done: string): Promise<void> => {
    setIsTooLarge(false);
    setSaid("");
    return act(async () => {
      await send().finally(() => setShare(null));
      setSaid(done);
    });
  };
  return {
    share,
    isBusy,
    error: isTooLarge ? t("photo.tooLarge") : (failure?.text ?? ""),
    said,
    send: async (file) => {
      if (file.size > MOST_BYTES) setIsTooLarge(true);
      else await does(() => putPhoto(file, setShare), t("photo.done"));
    },
    remove: () => does(removePhoto, t("photo.removed")),
  };
}
