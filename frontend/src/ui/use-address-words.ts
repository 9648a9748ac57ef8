import { useCallback, useEffect, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

import { useAddressState } from "./use-address-state";

const QUIET_MS = 200;

export type AddressWords = {
  words: string;
  setWords: (words: string) => void;
  /** Writes the words into the URL now. */
  applyNow: () => void;
};

/**
 * A search text, written into the URL shortly after the last key, or at once by `applyNow`. A link or Back that leads to
 * another one, or none, on the same page changes it.
 */
export function useAddressWords(name: string): AddressWords {
  const [current, setCurrent] = useAddressState(name);
  const [words, setWords] = useState(current ?? "");
  const { pathname, key } = useLocation();
  // What is written here, as by the filters, replaces the entry.
  const isLed = useNavigationType() !== NavigationType.Replace;
  const [seen, setSeen] = useState({ key, current });
  if (key !== seen.key) {
    setSeen({ key, current });
    if (isLed && current !== seen.current) setWords(current ?? "");
  }
  const applyNow = useCallback(() => {
    // During a navigation this page is still rendered: writing its URL then would cancel that.
    if (words !== (current ?? "") && window.location.pathname === pathname) setCurrent(words === "" ? null : words);
  }, [words, current, setCurrent, pathname]);
  useEffect(() => {
    // Debounced, because browsers limit the rate of history changes.
    const timer = setTimeout(applyNow, QUIET_MS);
    return () => clearTimeout(timer);
  }, [applyNow]);
  return { words, setWords, applyNow };
}
