import { Camera, CircleAlert } from "lucide-react";
import { useId, type ChangeEvent, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { useOnline } from "@/lib/use-online";

import { Avatar } from "./avatar";
import { Button } from "./button";
import { buttonStyle } from "./button-style";

const WHOLE = 100;

export type PhotoState = {
  /** The share that is sent, 0 to 1; null if nothing is being sent. */
  share: number | null;
  isBusy: boolean;
  error: string;
  said: string;
  send: (file: File) => Promise<void>;
  remove: () => Promise<void>;
};

type PhotoRowProps = {
  id: string;
  firstName: string;
  lastName: string;
  photoUrl: string | null;
  /** Who sees the photo. */
  hint: string;
  state: PhotoState;
};

/** The photo of a person, to be replaced or removed; saved at once. */
export function PhotoRow({ id: person, firstName, lastName, photoUrl, hint, state }: PhotoRowProps): ReactElement {
  const id = useId();
  const isOnline = useOnline();
  const { share, isBusy, error, said, send, remove } = state;
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    // Otherwise choosing the same file again fires no event.
    event.target.value = "";
    if (file !== undefined) void send(file);
  };
  const label =
    share === null
      ? t(photoUrl === null ? "photo.add" : "photo.replace")
      : t("photo.sending", { percent: Math.round(share * WHOLE) });
  return (
    <div className="flex flex-wrap items-center gap-4" role="group" aria-label={t("photo.title")}>
      <Avatar id={person} firstName={firstName} lastName={lastName} imageUrl={photoUrl} size="xl" />
      <div className="min-w-0 grow basis-60">
        <p className="text-caption text-ink-soft">{hint}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <label
            className={cx(
              buttonStyle("secondary", "sm", false),
              "relative cursor-pointer has-disabled:pointer-events-none has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
            )}
          >
            <Camera aria-hidden className="size-5 shrink-0" />
            {label}
            <input
              type="file"
              accept="image/jpeg,image/png"
              disabled={isBusy || !isOnline}
              onChange={take}
              aria-invalid={error !== "" || undefined}
              aria-describedby={error === "" ? undefined : `${id}-error`}
              className="sr-only"
            />
          </label>
          {photoUrl !== null && (
            <Button size="sm" variant="ghost" disabled={isBusy || !isOnline} onClick={() => void remove()}>
              {t("photo.remove")}
            </Button>
          )}
        </div>
        <p role="status" className="mt-2 text-caption text-good empty:hidden">
          {said}
        </p>
        {error !== "" && (
          <p
            id={`${id}-error`}
            role="alert"
            className="mt-2 flex items-start gap-1.5 text-caption font-medium text-bad"
          >
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
