import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";

import { useAddressState } from "./use-address-state";

const QUIET_MS = 200;

export type AddressWords = {
  words: string;
  setWords: (words: string) => void;
  /** Puts them into the address now. */
  applyNow: () => void;
};

/** The words of a search; a moment after the last key, or at once with `applyNow`, they stand in the address, too. */
export function useAddressWords(name: string): AddressWords {
  const [current, setCurrent] = useAddressState(name);
  const [words, setWords] = useState(current ?? "");
  const { pathname } = useLocation();
  const applyNow = useCallback(() => {
    // Somebody may be on the way to another page already, while this one is still shown: it must not call them back.
    if (words !== (current ?? "") && window.location.pathname === pathname) setCurrent(words === "" ? null : words);
  }, [words, current, setCurrent, pathname]);
  useEffect(() => {
    // Not at every key: browsers allow an address only so many changes.
    const timer = setTimeout(applyNow, QUIET_MS);
    return () => clearTimeout(timer);
  }, [applyNow]);
  return { words, setWords, applyNow };
}
