import { ImagePlus, X } from "lucide-react";
import { useState, type ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useAct } from "@/api/http/use-act";
import type { OrderPhoto } from "@/api/types";
import { t } from "@/i18n/i18n";
import { useOnline } from "@/lib/use-online";
import { IconButton } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Dialog } from "@/ui/overlay/dialog";
import { PhotoInput } from "@/ui/photo-input";
import type { FormError } from "@/ui/form/use-form";

import type { PhotoUpload } from "./use-photo-upload";

const MOST = 6;

function titleOf({ byCustomer }: OrderPhoto, at: number): string {
  return t(byCustomer ? "claims.photo.of.customer" : "claims.photo.of.provider", { number: at + 1 });
}

/** Photos that were not sent within a day are gone; no field can show that. */
export function claimError(error: unknown): FormError {
  const { fields, text } = formErrorOf(error);
  const { photos, ...others } = fields;
  return { fields: others, text: photos ?? text };
}

/** A thumbnail that opens in full size. */
function Thumbnail({ photo, title }: { photo: OrderPhoto; title: string }): ReactElement {
  const [isLarge, setIsLarge] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsLarge(true)} className="shrink-0 rounded-md">
        <img src={photo.url} alt={title} className="size-20 rounded-md border object-cover" />
      </button>
      <Dialog open={isLarge} onClose={() => setIsLarge(false)} title={title}>
        <img src={photo.url} alt={title} className="max-h-[75dvh] w-full rounded-card object-contain" />
      </Dialog>
    </>
  );
}

/** The photos of one side. */
export function ClaimPhotos({ photos }: { photos: readonly OrderPhoto[] }): ReactElement | null {
  if (photos.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {photos.map((photo, at) => (
        <li key={photo.id}>
          <Thumbnail photo={photo} title={titleOf(photo, at)} />
        </li>
      ))}
    </ul>
  );
}

type PhotoFieldProps = {
  photos: readonly OrderPhoto[];
  upload: PhotoUpload;
  disabled: boolean;
};

/** Takes photos; they are uploaded one by one, and sent with the form. */
export function PhotoField({ photos, upload, disabled }: PhotoFieldProps): ReactElement {
  const isOnline = useOnline();
  const { share, failure } = upload;
  const removal = useAct();
  return (
    <>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map((photo, at) => (
            <li key={photo.id} className="relative">
              <Thumbnail photo={photo} title={titleOf(photo, at)} />
              <span className="absolute -top-2 -right-2 rounded-full bg-surface">
                <IconButton
                  label={t("claims.photo.remove", { number: at + 1 })}
                  icon={<X aria-hidden className="size-5" />}
                  disabled={disabled || !isOnline || removal.isBusy}
                  onClick={() => void removal.act(() => upload.remove(photo), { title: t("claims.photo.notRemoved") })}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {removal.failure !== null && <FailureNotice {...removal.failure} />}
      {failure !== null && <FailureNotice title={t("claims.photo.title")} text={failure} />}
      <PhotoInput
        disabled={disabled || share !== null || !isOnline || photos.length >= MOST}
        onTake={(file) => void upload.send(file)}
      >
        <ImagePlus aria-hidden className="size-5 shrink-0" />
        {share !== null
          ? t("claims.photo.sending", { percent: Math.round(share * 100) })
          : photos.length >= MOST
            ? t("claims.photo.most", { most: MOST })
            : t("claims.photo.add")}
      </PhotoInput>
    </>
  );
}
