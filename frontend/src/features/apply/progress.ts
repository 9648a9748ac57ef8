import type { Application, BusinessType, DocumentKind } from "@/api/types";

import { personalProblems } from "./checks";

export const STEPS = [1, 2, 3, 4] as const;
export type Step = (typeof STEPS)[number];

/** The kinds of documents in display order. */
export const KINDS = [
  "idDocument",
  "businessRegistration",
  "insuranceCertificate",
  "references",
] as const satisfies readonly DocumentKind[];

export const stepLink = (step: Step): string => `?step=${step}`;

/** True if something was saved already. */
export function isBegun({ timeline }: Application): boolean {
  return timeline.length > 0;
}

/** Whether this kind of business has a register number. */
export function isRegistered(businessType: BusinessType): boolean {
  return businessType !== "individual";
}

export function missingDocuments({ requiredDocuments, documents }: Application): DocumentKind[] {
  return KINDS.filter((kind) => requiredDocuments.includes(kind) && documents[kind] === null);
}

/** The first incomplete step. */
function firstOpenStep(application: Application): Step {
  const { personalInfo, businessInfo } = application;
  if (!isBegun(application) || Object.values(personalProblems(personalInfo)).some((sentence) => sentence !== ""))
    return 1;
  const isNamed = businessInfo.businessName !== "" && businessInfo.registrationNumber !== "";
  if (businessInfo.serviceAreas.length === 0 || (isRegistered(businessInfo.businessType) && !isNamed)) return 2;
  return missingDocuments(application).length > 0 ? 3 : 4;
}

/** The step to show: the one in the URL, unless an earlier one is incomplete. */
export function stepToShow(application: Application, asked: string | null): Step {
  const open = firstOpenStep(application);
  return STEPS.find((step) => String(step) === asked && step < open) ?? open;
}
