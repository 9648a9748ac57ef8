import type { ComponentType, ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { useLoaded } from "./use-loaded";

type LazyPartProps<P> = { /** The part's own name. */ name: string; load: () => Promise<ComponentType<P>>; given: P };

/** What few people open: its code comes when somebody does for the first time. */
export function LazyPart<P extends object>({ name, load, given }: LazyPartProps<P>): ReactElement {
  const { value: Part, error, isBusy, retry } = useLoaded([name], load);
  if (Part !== undefined) return <Part {...given} />;
  if (error !== undefined) return <ErrorState body={errorText(error)} busy={isBusy} onRetry={() => void retry()} />;
  return (
    <Loading>
      <Skeleton className="h-32 rounded-card" />
    </Loading>
  );
}
