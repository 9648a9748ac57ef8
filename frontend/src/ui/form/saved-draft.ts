import { forgetDrafts, savedDraft, saveDraft } from "@/lib/drafts";

/** The name and the owner of a form's draft in this tab; null is a visitor. */
export type DraftOptions = {
  name: string;
  owner: string | null;
  /** By list field: validates an entry. */
  lists?: Readonly<Record<string, (entry: unknown) => boolean>>;
};

const SECRET = /password/i;

/** All values but passwords. */
function storable<V extends object>(values: V): Partial<V> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET.test(name))) as Partial<V>;
}

/** The stored values; of an older version's form only the fields that still exist. */
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

/** The fields that differ from the initial values. */
export function filledIn<V extends object>(values: V, initial: V): Partial<V> {
  const isFilledIn = ([field, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(initial[field as keyof V]);
  return Object.fromEntries(Object.entries(values).filter(isFilledIn)) as Partial<V>;
}

/**
 * Stores only the fields that differ from the initial values, because others may change elsewhere. An unchanged form
 * stores nothing.
 */
export function saveFilledIn<V extends object>({ name, owner }: DraftOptions, values: V, initial: V): void {
  const fields = storable(filledIn(values, initial));
  if (Object.keys(fields).length === 0) forgetDrafts(name);
  else saveDraft(name, owner, fields);
}

export function forgetSaved({ name }: DraftOptions): void {
  forgetDrafts(name);
}
