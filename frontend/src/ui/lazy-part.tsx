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
import { reloadIfReachable } from "@/lib/reload";

import { Button } from "./button";
import { Loading, Skeleton } from "./skeleton";
import { ErrorState } from "./states";

const RetryContext = createContext({ isBusy: false, retry: (): void => undefined });

/** Shown if a part failed to load, with a retry. */
export function FailedPart(): ReactElement {
  const { isBusy, retry } = use(RetryContext);
  return <ErrorState body={t("common.error.server")} busy={isBusy} onRetry={retry} />;
}

/** The same on one line, for a part that stands above every page. */
export function FailedBar(): ReactElement {
  const { isBusy, retry } = use(RetryContext);
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-warn">
      <p>{t("common.error.part")}</p>
      <Button size="sm" busy={isBusy} onClick={retry}>
        {t("common.tryAgain")}
      </Button>
    </div>
  );
}

function WaitingPart(): ReactElement {
  return (
    <Loading>
      <Skeleton className="h-32 rounded-card" />
    </Loading>
  );
}

const Nothing = (): null => null;

/** For optional parts: renders nothing while loading or after a failure. */
export const SILENT = { Waiting: Nothing, Failed: Nothing };

const never = (): (() => void) => () => undefined;

type Stand<P> = {
  /** Shown while the part loads. */
  Waiting?: ComponentType<P>;
  /** Shown if it failed to load. */
  Failed?: ComponentType<P>;
};

type LazyPart<P> = ComponentType<P> & {
  /** Loads the part in advance. Never rejects. */ preload: () => Promise<unknown>;
};

/**
 * A component whose chunk is loaded when it is first rendered. If loaded already, it renders at once; after a failure
 * it is loaded again the next time it mounts, or by "Try again", which reloads the page if that fails, too.
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

  // React.lazy caches a rejection, so each attempt needs a new lazy component.
  const attempt = (otherwise?: () => Promise<void>): ComponentType<P> =>
    lazy(async () => {
      const part = await fetchPart().catch(async () => {
        await otherwise?.();
        return Failed;
      });
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
    // Chosen once per mount: loading it elsewhere must not remount it and lose its state.
    const [Shown, show] = useState<ComponentType<P>>(() => loaded ?? next);
    // In a transition the error, and the focus in it, stay until the attempt has ended.
    const [isBusy, startAttempt] = useTransition();
    const retry = (): void => {
      const again = attempt(reloadIfReachable);
      startAttempt(() => show(() => again));
    };
    // React delays showing content that comes within 300 ms of its fallback; a re-render shows it at once.
    const [, showNow] = useReducer((times: number) => times + 1, 0);
    useEffect(() => {
      void coming?.then(showNow, showNow);
    }, []);
    // On the server and during hydration, render the fallback without suspending.
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
