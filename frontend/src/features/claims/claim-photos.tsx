import { ImagePlus, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { useClaimActs } from "@/api/orders/use-claims";
import type { Order, OrderPhoto } from "@/api/types";
import { t } from "@/i18n/i18n";
import { useOnline } from "@/lib/use-online";
import { IconButton } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Dialog } from "@/ui/overlay/dialog";
import { PhotoInput } from "@/ui/photo-input";
import type { FormError } from "@/ui/form/use-form";

const MOST = 6;
const LARGEST = 10 * 1024 * 1024;

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
  order: Order;
  photos: readonly OrderPhoto[];
  disabled: boolean;
  onChange: (photos: OrderPhoto[]) => void;
  /** The form is not to be sent without a photo that is on its way. */
  onUploading: (isUploading: boolean) => void;
};

/** Uploads photos one by one; they are sent with the form. */
export function PhotoField({ order, photos, disabled, onChange, onUploading }: PhotoFieldProps): ReactElement {
  const { addPhoto } = useClaimActs(order);
  const isOnline = useOnline();
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(photos);
  useEffect(() => {
    latest.current = photos;
  }, [photos]);
  const add = async (file: File): Promise<void> => {
    setFailure(file.size > LARGEST ? t("claims.photo.tooLarge") : null);
    if (file.size > LARGEST) return;
    setShare(0);
    onUploading(true);
    try {
      const added = await addPhoto(file, setShare);
      // Others may have been removed meanwhile.
      onChange([...latest.current, added]);
    } catch (error) {
      const { fields, text } = formErrorOf(error, t("claims.photo.failed"));
      setFailure(Object.values(fields)[0] ?? text);
    } finally {
      setShare(null);
      onUploading(false);
    }
  };
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
                  disabled={disabled}
                  onClick={() => onChange(photos.filter(({ id }) => id !== photo.id))}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {failure !== null && <FailureNotice title={t("claims.photo.title")} text={failure} />}
      <PhotoInput
        disabled={disabled || share !== null || !isOnline || photos.length >= MOST}
        onTake={(file) => void add(file)}
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
