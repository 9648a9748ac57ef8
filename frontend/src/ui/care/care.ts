import { t } from "@/i18n/i18n";

/** How laundry is to be done; texts may be empty. */
export type CareValues = {
  detergent: "usual" | "sensitive" | "mine";
  softener: boolean;
  /** The highest, in degrees Celsius. */
  temperature: 30 | 40 | 60;
  allergies: string;
  ironing: boolean;
  notes: string;
};

export const DETERGENTS = ["usual", "sensitive", "mine"] as const;
export const TEMPERATURES = [30, 40, 60] as const;

/** What the server assumes of somebody who said nothing. */
export const DEFAULT_CARE: CareValues = {
  detergent: "usual",
  softener: false,
  temperature: 40,
  allergies: "",
  ironing: false,
  notes: "",
};

/** "Usual detergent · 40 °C · no softener · shirts ironed". */
export function careSummary({ detergent, temperature, softener, ironing }: CareValues): string {
  return [
    t(`care.summary.${detergent}`),
    t("care.degrees", { degrees: temperature }),
    t(softener ? "care.summary.softener" : "care.summary.noSoftener"),
    ...(ironing ? [t("care.summary.ironing")] : []),
  ].join(" · ");
}

/** All of it in a line, allergies first. */
export function careText(care: CareValues): string {
  const { allergies, notes } = care;
  const stated = allergies === "" ? "" : t("care.facts.allergies", { text: allergies });
  return [stated, careSummary(care), notes].filter((part) => part !== "").join(" · ");
}

/** The care of a form's values, without surrounding blanks. */
export function careOf({ detergent, softener, temperature, allergies, ironing, notes }: CareValues): CareValues {
  return { detergent, softener, temperature, allergies: allergies.trim(), ironing, notes: notes.trim() };
}

/** Whether two are the same. */
export function isSameCare(one: CareValues, other: CareValues): boolean {
  return JSON.stringify(careOf(one)) === JSON.stringify(careOf(other));
}
