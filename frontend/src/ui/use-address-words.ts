import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";

import { useAddressState } from "./use-address-state";

const QUIET_MS = 200;

export type AddressWords = {
  words: string;
  setWords: (words: string) => void;
  /** Puts them into the address now. */
  keepNow: () => void;
};

/** The words of a search; a moment after the last key, or once they are to be kept now, they stand in the address, too. */
export function useAddressWords(name: string): AddressWords {
  const [kept, keep] = useAddressState(name);
  const [words, setWords] = useState(kept ?? "");
  const { pathname } = useLocation();
  const keepNow = useCallback(() => {
    // Somebody may be on the way to another page already, while this one is still shown: it must not call them back.
    if (words !== (kept ?? "") && window.location.pathname === pathname) keep(words === "" ? null : words);
  }, [words, kept, keep, pathname]);
  useEffect(() => {
    // Not at every key: browsers allow an address only so many changes.
    const timer = setTimeout(keepNow, QUIET_MS);
    return () => clearTimeout(timer);
  }, [keepNow]);
  return { words, setWords, keepNow };
}
