import { forgetDrafts, savedDraft, saveDraft } from "@/lib/drafts";

/** Under which name a form is saved in this tab, and whose it is; null is a visitor. */
export type DraftOptions = {
  name: string;
  owner: string | null;
  /** Of each field that is a list: what an entry must be. */
  lists?: Readonly<Record<string, (entry: unknown) => boolean>>;
};

const SECRET = /password/i;

/** What may lie in the browser's memory: everything but passwords. */
function storable<V extends object>(values: V): Partial<V> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET.test(name))) as Partial<V>;
}

/** What was filled in before; of a form of an older version only what this one still has. */
export function restored<V extends object>(initial: V, { name, owner, lists = {} }: DraftOptions): Partial<V> {
  const saved = savedDraft(name, owner);
  if (typeof saved !== "object" || saved === null) return {};
  const fits = (field: string, value: unknown): boolean => {
    const isEntry = lists[field];
    return isEntry === undefined
      ? field in initial && typeof value === typeof initial[field as keyof V]
      : Array.isArray(value) && value.every(isEntry);
  };
  return Object.fromEntries(
    Object.entries(storable(saved)).filter(([field, value]) => fits(field, value)),
  ) as Partial<V>;
}

/** Keeps the fields that were filled in: of the others what stands elsewhere by then is right. A form that is as at its start leaves nothing behind. */
export function saveFilledIn<V extends object>({ name, owner }: DraftOptions, values: V, initial: V): void {
  const isFilledIn = ([field, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(initial[field as keyof V]);
  const filledIn = Object.fromEntries(Object.entries(storable(values)).filter(isFilledIn));
  if (Object.keys(filledIn).length === 0) forgetDrafts(name);
  else saveDraft(name, owner, filledIn);
}

export function forgetSaved({ name }: DraftOptions): void {
  forgetDrafts(name);
}
