import type { Application, BusinessType, DocumentKind } from "@/api/types";

import { personalProblems } from "./checks";

export const STEPS = [1, 2, 3, 4] as const;
export type Step = (typeof STEPS)[number];

/** The kinds of documents, in the order in which they are asked for. */
export const KINDS = [
  "idDocument",
  "businessRegistration",
  "insuranceCertificate",
  "references",
] as const satisfies readonly DocumentKind[];

export const stepLink = (step: Step): string => `?step=${step}`;

/** Something was saved: it is gone on with, not begun. */
export function isBegun({ timeline }: Application): boolean {
  return timeline.length > 0;
}

/** Whether a business of this kind stands in a register, and so has a number. */
export function isRegistered(businessType: BusinessType): boolean {
  return businessType !== "individual";
}

export function missingDocuments({ requiredDocuments, documents }: Application): DocumentKind[] {
  return KINDS.filter((kind) => requiredDocuments.includes(kind) && documents[kind] === null);
}

/** Where an application is gone on with: the first step that is not complete. */
function firstOpenStep(application: Application): Step {
  const { personalInfo, businessInfo } = application;
  if (!isBegun(application) || Object.values(personalProblems(personalInfo)).some((sentence) => sentence !== ""))
    return 1;
  const isNamed = businessInfo.businessName !== "" && businessInfo.registrationNumber !== "";
  if (businessInfo.serviceAreas.length === 0 || (isRegistered(businessInfo.businessType) && !isNamed)) return 2;
  return missingDocuments(application).length > 0 ? 3 : 4;
}

/** The step to show: the one that the address asks for, unless one before it is not complete. */
export function stepToShow(application: Application, asked: string | null): Step {
  const open = firstOpenStep(application);
  return STEPS.find((step) => String(step) === asked && step < open) ?? open;
}
