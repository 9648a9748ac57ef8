import { useEffect, type ReactElement, type ReactNode } from "react";

import { useSession } from "@/api/session/session";
import { BookingScreen } from "@/features/booking/booking-screen";
import type { SignInProps } from "@/features/booking/booking-steps";
import { ProviderPicker } from "@/features/provider-list/provider-picker";
import { loadMessages, t } from "@/i18n/i18n";
import { FailedPart, lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";
import { Loading, Skeleton } from "@/ui/skeleton";

function WaitingScheduler(): ReactElement {
  return (
    <Loading>
      <Skeleton className="h-96 rounded-card" />
    </Loading>
  );
}

const Scheduler = lazyPart(async () => (await import("../scheduler-parts")).loadScheduler(), {
  Waiting: WaitingScheduler,
});

function SignInDialog({ onClose, children }: SignInProps & { children: ReactNode }): ReactElement {
  return (
    <Dialog open title={t("common.signIn.title")} onClose={onClose}>
      {children}
    </Dialog>
  );
}

function WaitingSignIn(props: SignInProps): ReactElement {
  return (
    <SignInDialog {...props}>
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    </SignInDialog>
  );
}

function FailedSignIn(props: SignInProps): ReactElement {
  return (
    <SignInDialog {...props}>
      <FailedPart />
    </SignInDialog>
  );
}

const SignInSheet = lazyPart<SignInProps>(
  async () => {
    const [part] = await Promise.all([import("@/features/auth/sign-in-sheet"), loadMessages("auth")]);
    return part.SignInSheet;
  },
  { Waiting: WaitingSignIn, Failed: FailedSignIn },
);

/**
 * The booking page, with the scheduler (later dates, recurring pickups) and sign-in; without a provider, the provider
 * choice. Optional parts load after the page; sign-in only for visitors.
 */
export function BookingPage(): ReactElement {
  const { user, isLoading } = useSession();
  const isVisitor = user === null && !isLoading;
  useEffect(() => void Scheduler.preload(), []);
  useEffect(() => (isVisitor ? void SignInSheet.preload() : undefined), [isVisitor]);
  return (
    <BookingScreen
      scheduler={(scheduler) => <Scheduler {...scheduler} />}
      signIn={(signIn) => <SignInSheet {...signIn} />}
      providerPicker={<ProviderPicker />}
    />
  );
}
