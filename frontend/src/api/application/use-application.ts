import { below, keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { bySending } from "@/api/http/upload";
import { filled } from "@/api/http/url";
import { useWrite } from "@/api/http/use-write";
import { useSession } from "@/api/session/session";
import type { Application, ApplicationDocument, BusinessInfo, DocumentKind, PersonalInfo } from "@/api/types";

type ApplicationState = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  /** Undefined until loaded, and for a visitor. */
  application: Application | undefined;
  /** Saves one section as a whole. */
  save: (section: { personalInfo: PersonalInfo } | { businessInfo: BusinessInfo }) => Promise<unknown>;
  /** Uploads a file that replaces the earlier one of its kind; `onProgress` gets the share that is sent, 0 to 1. */
  upload: (kind: DocumentKind, file: File, onProgress: (share: number) => void) => Promise<unknown>;
  remove: (kind: DocumentKind) => Promise<unknown>;
  submit: () => Promise<unknown>;
  /** Starts a new application after a rejection, prefilled with the old one. */
  applyAgain: () => Promise<unknown>;
};

/** The download URL of a document, for its applicant. */
export function documentAddress({ id }: ApplicationDocument): string {
  return filled("/api/provider-application/documents/{document_id}", { path: { document_id: id } });
}

/** The account's application to be a provider; before it is started it holds the account's own data. */
export function useApplication(): ApplicationState {
  const { user } = useSession();
  const { data: application, error, isBusy, retry } = useRead(user === null ? null : keys.application, "checked");
  const write = useWrite();
  const outdated = [below(keys.application)];
  return {
    application,
    error,
    isBusy,
    retry,
    save: (section) => write("put", "/api/provider-application", { body: section }, outdated),
    upload: (kind, file, onProgress) =>
      write(
        "put",
        "/api/provider-application/documents/{kind}",
        { path: { kind }, ...bySending(file, onProgress) },
        outdated,
      ),
    remove: (kind) => write("delete", "/api/provider-application/documents/{kind}", { path: { kind } }, outdated),
    submit: () => write("post", "/api/provider-application/submit", {}, outdated),
    applyAgain: () => write("post", "/api/provider-application/again", {}, outdated),
  };
}
