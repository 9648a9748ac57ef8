import { ImagePlus, X } from "lucide-react";
import { useState, type ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useSendSupportPhoto } from "@/api/site/use-support";
import { t } from "@/i18n/i18n";
import { useOnline } from "@/lib/use-online";
import { usePresence } from "@/lib/use-presence";
import { IconButton } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { sayFailureElsewhere } from "@/ui/overlay/say-elsewhere";
import { PhotoInput } from "@/ui/photo-input";

const LARGEST = 10 * 1024 * 1024;
const MOST = 3;

function label(share: number | null, isOnline: boolean): string {
  if (share !== null) return t("contact.photo.sending", { percent: Math.round(share * 100) });
  return t(isOnline ? "contact.photo.add" : "contact.photo.offline");
}

type SupportPhotoButtonProps = { onPhoto: (file: File, onProgress: (share: number) => void) => Promise<unknown> };

/** Adds a photo to a thread. */
export function SupportPhotoButton({ onPhoto }: SupportPhotoButtonProps): ReactElement {
  const isOnline = useOnline();
  const isHere = usePresence();
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (file: File): Promise<void> => {
    setFailure(file.size > LARGEST ? t("contact.photo.tooLarge") : null);
    if (file.size > LARGEST) return;
    setShare(0);
    try {
      await onPhoto(file, setShare);
    } catch (error) {
      const { text } = formErrorOf(error, t("contact.photo.failed"));
      if (!isHere()) sayFailureElsewhere(error, t("contact.photo.title"), text);
      setFailure(text);
    } finally {
      setShare(null);
    }
  };
  return (
    <>
      {failure !== null && <FailureNotice title={t("contact.photo.title")} text={failure} />}
      <PhotoInput disabled={share !== null || !isOnline} onTake={(file) => void send(file)}>
        <ImagePlus aria-hidden className="size-5 shrink-0" />
        {label(share, isOnline)}
      </PhotoInput>
    </>
  );
}

type PhotosState = {
  files: readonly File[];
  setFiles: (files: File[]) => void;
  share: number | null;
  /** Sends the chosen photos to a request; resolves with how many were not sent. */
  send: (requestId: string) => Promise<number>;
};

/** Photos that go out with a request, once that is sent. */
export function usePhotosToSend(): PhotosState {
  const [files, setFiles] = useState<File[]>([]);
  const [share, setShare] = useState<number | null>(null);
  const sendPhoto = useSendSupportPhoto();
  const send = async (requestId: string): Promise<number> => {
    let failed = 0;
    for (const file of files) {
      try {
        await sendPhoto(requestId, file, setShare);
      } catch {
        failed += 1;
      }
    }
    setShare(null);
    setFiles([]);
    return failed;
  };
  return { files, setFiles, share, send };
}

/** Chooses photos for a request. */
export function PhotosToSend({ photos, disabled }: { photos: PhotosState; disabled: boolean }): ReactElement {
  const { files, setFiles, share } = photos;
  const [tooLarge, setTooLarge] = useState(false);
  const take = (file: File): void => {
    setTooLarge(file.size > LARGEST);
    if (file.size <= LARGEST) setFiles([...files, file]);
  };
  return (
    <>
      {files.length > 0 && (
        <ul className="flex flex-col gap-1">
          {files.map((file, at) => (
            <li
              key={`${at} ${file.name}`}
              className="flex items-center justify-between gap-2 rounded-md bg-sunken px-3"
            >
              <span className="min-w-0 truncate">{file.name}</span>
              <IconButton
                label={t("contact.photo.remove", { name: file.name })}
                icon={<X aria-hidden className="size-5" />}
                disabled={disabled}
                onClick={() => setFiles(files.filter((_, other) => other !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      {tooLarge && <FailureNotice title={t("contact.photo.title")} text={t("contact.photo.tooLarge")} />}
      {files.length < MOST && (
        <PhotoInput disabled={disabled} onTake={take}>
          <ImagePlus aria-hidden className="size-5 shrink-0" />
          {label(share, true)}
        </PhotoInput>
      )}
    </>
  );
}
