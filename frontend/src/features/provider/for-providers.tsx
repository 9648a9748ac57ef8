import type { ReactElement, ReactNode } from "react";

import { errorText } from "@/resources/error-text";
import { useSession } from "@/resources/use-session";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { ButtonLink } from "@/ui/button";
import { NoOrdersArt, SignInArt } from "@/ui/illustrations/empty";
import { EmptyState, ErrorState } from "@/ui/states";

type ForProvidersProps = { path: string; skeleton: ReactElement; children: ReactNode };

/** Shows what belongs to a provider, else the way to sign in or to become one. */
export function ForProviders({ path, skeleton, children }: ForProvidersProps): ReactNode {
  const { user, isLoading, error, refresh } = useSession();
  if (user?.isProvider === true) return children;
  if (user !== null) {
    return (
      <EmptyState
        picture={<NoOrdersArt />}
        title={t("provider.notProvider.title")}
        body={t("provider.notProvider.body")}
        action={
          <ButtonLink variant="brand" to="/provider/apply">
            {t("provider.notProvider.action")}
          </ButtonLink>
        }
      />
    );
  }
  if (isLoading) return skeleton;
  if (error !== undefined) return <ErrorState body={errorText(error)} onRetry={() => void refresh()} />;
  return (
    <EmptyState
      picture={<SignInArt />}
      title={t("provider.signIn.title")}
      body={t("provider.signIn.body")}
      action={
        <ButtonLink variant="primary" to={signInLink(path)}>
          {t("provider.signIn.action")}
        </ButtonLink>
      }
    />
  );
}
