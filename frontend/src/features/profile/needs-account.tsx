import type { ReactElement, ReactNode } from "react";

import { errorText } from "@/resources/error-text";
import type { User } from "@/resources/types";
import { useSession } from "@/resources/use-session";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { ButtonLink } from "@/ui/button";
import { SignInArt } from "@/ui/illustrations/empty";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";

/** Shows what belongs to an account, else the way to sign in. */
export function NeedsAccount({ path, children }: { path: string; children: (user: User) => ReactNode }): ReactNode {
  const { user, isLoading, error, refresh } = useSession();
  if (user !== null) return children(user);
  if (isLoading) return <AccountSkeleton />;
  if (error !== undefined) return <ErrorState body={errorText(error)} onRetry={() => void refresh()} />;
  return (
    <EmptyState
      picture={<SignInArt />}
      title={t("profile.needsAccount.title")}
      body={t("profile.needsAccount.body")}
      action={
        <ButtonLink variant="primary" to={signInLink(path)}>
          {t("profile.visitor.signIn")}
        </ButtonLink>
      }
    />
  );
}

function AccountSkeleton(): ReactElement {
  return (
    <Loading className="flex flex-col gap-3">
      <Skeleton className="h-20 rounded-card" />
      <Skeleton className="h-20 rounded-card" />
    </Loading>
  );
}
