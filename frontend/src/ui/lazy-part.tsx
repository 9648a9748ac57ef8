import {
  createContext,
  lazy,
  Suspense,
  use,
  useEffect,
  useReducer,
  useState,
  useSyncExternalStore,
  useTransition,
  type ComponentType,
  type ReactElement,
} from "react";

import { t } from "@/i18n/i18n";

import { Loading, Skeleton } from "./skeleton";
import { ErrorState } from "./states";

const RetryContext = createContext({ isBusy: false, retry: (): void => undefined });

/** Stands for a part that did not come, and tries again. */
export function FailedPart(): ReactElement {
  const { isBusy, retry } = use(RetryContext);
  return <ErrorState body={t("common.error.server")} busy={isBusy} onRetry={retry} />;
}

function WaitingPart(): ReactElement {
  return (
    <Loading>
      <Skeleton className="h-32 rounded-card" />
    </Loading>
  );
}

const Nothing = (): null => null;

/** Of a part that nothing waits for: without it the page is only less convenient. */
export const SILENT = { Waiting: Nothing, Failed: Nothing };

const never = (): (() => void) => () => undefined;

type Stand<P> = {
  /** What stands there until the part has come. */
  Waiting?: ComponentType<P>;
  /** What stands there where it did not come. */
  Failed?: ComponentType<P>;
};

type LazyPart<P> = ComponentType<P> & {
  /** Fetches the part before it is shown. Never fails. */ preload: () => Promise<unknown>;
};

/**
 * A part whose code comes when it is shown for the first time. One that is there is shown at once; one that did not come is
 * asked for anew by its "Try again", and whenever it is shown the next time.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Waiting = WaitingPart, Failed = FailedPart }: Stand<P> = {},
): LazyPart<P> {
  let loaded: ComponentType<P> | null = null;
  let coming: Promise<ComponentType<P>> | null = null;
  const fetchPart = async (): Promise<ComponentType<P>> =>
    loaded ??
    (coming ??= load().then(
      (part) => {
        coming = null;
        return (loaded = part);
      },
      (error: unknown) => {
        coming = null;
        throw error;
      },
    ));

  // React asks a lazy component once, whatever comes of it: each attempt is another one.
  const attempt = (): ComponentType<P> =>
    lazy(async () => {
      const part = await fetchPart().catch(() => Failed);
      if (part === Failed) next = attempt();
      return { default: part };
    });
  let next = attempt();

  function Part(props: P): ReactElement {
    const isHydrated = useSyncExternalStore(
      never,
      () => true,
      () => false,
    );
    // Decided once: a part on screen must not be exchanged, and lose its state, because it was fetched elsewhere.
    const [Shown, show] = useState<ComponentType<P>>(() => loaded ?? next);
    // Until the next attempt has ended the failure stays, and the focus in it: React keeps it where it failed again.
    const [isBusy, startAttempt] = useTransition();
    const retry = (): void => startAttempt(() => show(() => next));
    // Left to itself React holds back what comes within 0.3 seconds of its skeleton.
    const [, showNow] = useReducer((times: number) => times + 1, 0);
    useEffect(() => {
      void coming?.then(showNow, showNow);
    }, []);
    // The server, and the page as it takes over what the server has drawn, wait for nothing.
    if (!isHydrated) return <Waiting {...props} />;
    return (
      <Suspense fallback={<Waiting {...props} />}>
        <RetryContext value={{ isBusy, retry }}>
          <Shown {...props} />
        </RetryContext>
      </Suspense>
    );
  }
  return Object.assign(Part, { preload: () => fetchPart().catch(() => undefined) });
}
