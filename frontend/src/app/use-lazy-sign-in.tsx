import type { ReactElement } from "react";

import { useLoaded } from "@/api/cache/use-loaded";
import { errorText } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import type { RenderSignIn } from "@/features/booking/booking-steps";
import type { SignInSheet as Sheet } from "@/features/auth/sign-in-sheet";
import { loadMessages, t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

async function loadSheet(): Promise<typeof Sheet> {
  const [{ SignInSheet }] = await Promise.all([import("@/features/auth/sign-in-sheet"), loadMessages("auth")]);
  return SignInSheet;
}

/** Asks for an account in place; its code comes after the page that uses it, for visitors alone. */
export function useLazySignIn(): RenderSignIn {
  const { user, isLoading } = useSession();
  const { value: Loaded, error, retry } = useLoaded(user === null && !isLoading ? ["sign-in-sheet"] : null, loadSheet);
  return (props): ReactElement => {
    if (Loaded !== undefined) return <Loaded {...props} />;
    return (
      <Dialog open title={t("common.signIn.title")} onClose={props.onClose}>
        {error === undefined ? (
          <Loading>
            <Skeleton className="h-64 rounded-card" />
          </Loading>
        ) : (
          <ErrorState body={errorText(error)} onRetry={() => void retry()} />
        )}
      </Dialog>
    );
  };
}
