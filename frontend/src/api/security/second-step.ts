import { call, rememberCsrfToken } from "@/api/http/client";
import { clearPendingSignOut } from "@/offline/pending-sign-out";

/** The second factor: a code of the authenticator app, or a recovery code. */
export async function takeSecondStep(code: string): Promise<void> {
  const { data } = await call("post", "/api/auth/second-step", { body: { code } });
  rememberCsrfToken(data.csrfToken);
  clearPendingSignOut();
}
