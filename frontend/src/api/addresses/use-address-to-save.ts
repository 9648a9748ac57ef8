import { useEffect, useRef, useState } from "react";

import { useAct } from "@/api/http/use-act";
import { useAccount } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { draftName, forgetDrafts, savedDraft } from "@/lib/drafts";
import type { Failure } from "@/ui/failure-notice";

import { useAddresses, type AddressValues } from "./use-addresses";

type AddressToSave = {
  /** Whether to show the notice: after a failure, and during the retry, so that the pressed button does not vanish. */
  isOpen: boolean;
  isBusy: boolean;
  /** Why the order's address is not saved yet; null if there is no failure, and during a retry. */
  failure: Failure | null;
  retry: () => Promise<void>;
  /** Gives up saving it. */
  drop: () => void;
};

/** Saves the order's address once. The order does not depend on it. */
export function useAddressToSave(orderId: string): AddressToSave {
  const { id: owner } = useAccount();
  const { add } = useAddresses(false);
  const { isBusy, failure, act } = useAct();
  const [isOpen, setIsOpen] = useState(false);
  const hasBegun = useRef(false);
  const name = draftName.address(orderId);

  const close = (): void => {
    forgetDrafts(name);
    setIsOpen(false);
  };
  const save = async (): Promise<void> => {
    const address = savedDraft(name, owner) as Omit<AddressValues, "label"> | null;
    if (address === null) {
      close();
      return;
    }
    const send = (): Promise<unknown> =>
      add({ label: "", ...address }, `address-${orderId}`).catch((error: unknown) => {
        setIsOpen(true);
        throw error;
      });
    await act(() => send().then(close), { title: t("checkout.notKept") });
  };
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void save();
  });

  return { isOpen, isBusy, failure, retry: save, drop: close };
}
