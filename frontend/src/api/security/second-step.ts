import { call, rememberCsrfToken } from "@/api/http/client";
import { clearPendingSignOut } from "@/offline/pending-sign-out";

/** The code after the password: of the authenticator app, or one of the recovery codes. */
export async function takeSecondStep(code: string): Promise<void> {
  const { data } = await call("post", "/api/auth/second-step", { body: { code } });
  rememberCsrfToken(data.csrfToken);
  clearPendingSignOut();
}
