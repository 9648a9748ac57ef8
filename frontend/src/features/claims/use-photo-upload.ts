import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";

import { ApiError } from "@/api/http/api-error";
import { formErrorOf } from "@/api/http/error-text";
import { useClaimActs } from "@/api/orders/use-claims";
import type { Order, OrderPhoto } from "@/api/types";
import { t } from "@/i18n/i18n";
import { savedDraft, saveDraft } from "@/lib/drafts";
import { createStore } from "@/lib/store";
import type { DraftOptions } from "@/ui/form/saved-draft";
import type { FormState } from "@/ui/form/use-form";
import { sayFailureElsewhere } from "@/ui/overlay/say-elsewhere";

const LARGEST = 10 * 1024 * 1024;

type State = {
  /** The share that is sent, 0 to 1; null if nothing is on its way. */
  share: number | null;
  /** Why the last photo was not sent. */
  failure: string | null;
};

const IDLE: State = { share: null, failure: null };

/** By the name of the form's draft: an upload goes on when its form is closed, and is found when it is opened again. */
const uploads = createStore<ReadonlyMap<string, State>>(new Map());

/** The forms that are open: each takes its photos itself. */
const openForms = new Map<string, (photo: OrderPhoto) => void>();

function setState(name: string, state: State): void {
  uploads.set(new Map(uploads.get()).set(name, state));
}

/** For a form that was closed meanwhile. */
function addToDraft({ name, owner }: DraftOptions, photo: OrderPhoto): void {
  const saved = (savedDraft(name, owner) ?? {}) as { photos?: OrderPhoto[] };
  saveDraft(name, owner, { ...saved, photos: [...(saved.photos ?? []), photo] });
}

/** Has the open form take what is uploaded; returns how to change its photos. */
function useOpenForm<V extends { photos: OrderPhoto[] }>(
  name: string,
  form: FormState<V>,
): (changed: (photos: OrderPhoto[]) => OrderPhoto[]) => void {
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  }, [form]);
  // Others may have been added or removed since a request began.
  const changePhotos = useCallback((changed: (photos: OrderPhoto[]) => OrderPhoto[]): void => {
    const { values, change } = latest.current;
    const part = { photos: changed(values.photos) } as Partial<V>;
    change(part);
    // Another change may come before the form has rendered with this one.
    latest.current = { ...latest.current, values: { ...values, ...part } };
  }, []);
  useEffect(() => {
    openForms.set(name, (photo) => changePhotos((photos) => [...photos, photo]));
    return () => {
      openForms.delete(name);
      if (uploads.get().get(name)?.share === null) setState(name, IDLE);
    };
  }, [name, changePhotos]);
  return changePhotos;
}

export type PhotoUpload = State & {
  send: (file: File) => Promise<void>;
  /** Removes an uploaded photo, which makes room for another one. One that cannot be removed stays. */
  remove: (photo: OrderPhoto) => Promise<void>;
  /** The form was discarded: so are its photos, and the one that is on its way. */
  discard: () => void;
};

/** Uploads photos one by one: into the form or, once that is closed, into its draft. */
export function usePhotoUpload<V extends { photos: OrderPhoto[] }>(
  order: Order,
  draft: DraftOptions,
  form: FormState<V>,
): PhotoUpload {
  const { addPhoto, removePhoto } = useClaimActs(order);
  const { name } = draft;
  const state = useSyncExternalStore(uploads.subscribe, () => uploads.get().get(name)) ?? IDLE;
  const changePhotos = useOpenForm(name, form);

  const remove = async (photo: OrderPhoto): Promise<void> => {
    try {
      await removePhoto(photo.id);
    } catch (error) {
      // Gone already.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
    changePhotos((photos) => photos.filter(({ id }) => id !== photo.id));
  };
  // One that stays is removed after a day.
  const drop = ({ id }: OrderPhoto): void => void removePhoto(id).catch(() => undefined);
  const discard = (): void => {
    setState(name, IDLE);
    form.values.photos.forEach(drop);
  };

  const send = async (file: File): Promise<void> => {
    if (file.size > LARGEST) {
      setState(name, { share: null, failure: t("claims.photo.tooLarge") });
      return;
    }
    let sending: State = { share: 0, failure: null };
    setState(name, sending);
    const isDiscarded = (): boolean => uploads.get().get(name) !== sending;
    try {
      const photo = await addPhoto(file, (share) => {
        if (isDiscarded()) return;
        sending = { share, failure: null };
        setState(name, sending);
      });
      if (isDiscarded()) {
        drop(photo);
        return;
      }
      const take = openForms.get(name);
      if (take === undefined) addToDraft(draft, photo);
      else take(photo);
      setState(name, IDLE);
    } catch (error) {
      if (isDiscarded()) return;
      const { fields, text } = formErrorOf(error, t("claims.photo.failed"));
      const failure = Object.values(fields)[0] ?? text;
      if (!openForms.has(name)) sayFailureElsewhere(error, t("claims.photo.title"), failure);
      setState(name, { share: null, failure: openForms.has(name) ? failure : null });
    }
  };
  return { ...state, send, remove, discard };
}
