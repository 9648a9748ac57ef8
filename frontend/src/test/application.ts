import type { Application, ApplicationDocument } from "@/api/types";

import { alice } from "./server";

export const document = (name: string, fields: Partial<ApplicationDocument> = {}): ApplicationDocument => ({
  id: "55555555-5555-4555-8555-555555555555",
  name,
  contentType: "application/pdf",
  size: 240_000,
  uploadedAt: "2026-11-23T09:00:00Z",
  ...fields,
});

/** An application that alice could submit; pass what differs. */
export function makeApplication(fields: Partial<Application> = {}): Application {
  return {
    status: "draft",
    personalInfo: {
      firstName: alice.firstName,
      lastName: alice.lastName,
      email: alice.email,
      phone: "+41 79 123 45 67",
      address: "Langstrasse 5",
      postalCode: "8004",
      city: "Zurich",
    },
    businessInfo: {
      businessName: "",
      businessType: "individual",
      registrationNumber: "",
      vatNumber: "",
      serviceAreas: ["8004"],
      experience: "",
    },
    areas: [{ postalCode: "8004", city: "Zurich" }],
    documents: {
      idDocument: document("passport.pdf"),
      businessRegistration: null,
      insuranceCertificate: document("insurance.pdf", { id: "66666666-6666-4666-8666-666666666666" }),
      references: null,
    },
    requiredDocuments: ["idDocument", "insuranceCertificate"],
    note: "",
    submittedAt: null,
    decisionBy: null,
    coverEndsOn: null,
    coverState: "none",
    certificateState: "none",
    timeline: [{ status: "draft", at: "2026-11-23T08:00:00Z", note: "" }],
    ...fields,
  };
}

/** Before anything was saved: only the account's data. */
export function unbegun(): Application {
  const { personalInfo, businessInfo, documents } = makeApplication();
  return makeApplication({
    personalInfo: { ...personalInfo, phone: "", address: "", postalCode: "", city: "" },
    businessInfo: { ...businessInfo, serviceAreas: [] },
    areas: [],
    documents: { ...documents, idDocument: null, insuranceCertificate: null },
    timeline: [],
  });
}
