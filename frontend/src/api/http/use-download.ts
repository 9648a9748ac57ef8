import { useRef, type MouseEvent } from "react";

import type { Failure } from "@/ui/failure-notice";

import { callAny, exchange, type Exchange } from "./client";
import { useAct } from "./use-act";

/** A file is made within a minute. */
const LIMIT_MS = 60_000;

const seconds = (response: Response): number => Number(response.headers.get("Retry-After")) || 5;

/** Asks by HEAD, so that nothing is transferred twice, until the server does not answer 202 any more. */
const untilMade: Exchange = async (address, init) => {
  for (;;) {
    const asked = await exchange(address, { ...init, method: "HEAD" });
    // The text of an error says what is wrong.
    if (!asked.response.ok) return exchange(address, init);
    if (asked.response.status !== 202) return asked;
    await new Promise((go) => setTimeout(go, seconds(asked.response) * 1000));
  }
};

type Download = {
  /** For the `onClick` of a link with `download`: waits until the file is made, and then downloads it. */
  download: (event: MouseEvent<HTMLAnchorElement>) => void;
  isBusy: boolean;
  failure: Failure | null;
};

/** The download of a file that a worker may still have to make. */
export function useDownload(): Download {
  const { act, isBusy, failure } = useAct();
  const isMade = useRef(false);

  const download = (event: MouseEvent<HTMLAnchorElement>): void => {
    const link = event.currentTarget;
    if (isMade.current) {
      isMade.current = false;
      return;
    }
    event.preventDefault();
    void act(async () => {
      await callAny("get", link.getAttribute("href") ?? "", { by: untilMade, limitMs: LIMIT_MS });
      isMade.current = true;
      link.click();
    });
  };

  return { download, isBusy, failure };
}
