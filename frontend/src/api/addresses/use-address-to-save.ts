import { useEffect, useRef, useState } from "react";

import { useAct } from "@/api/http/use-act";
import { useAccount } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { draftName, forgetDrafts, savedDraft } from "@/lib/drafts";
import type { Failure } from "@/ui/failure-notice";

import { useAddresses, type AddressValues } from "./use-addresses";

type AddressToSave = {
  /** Whether something stands against it, also while it is tried again: what was pressed is not taken away meanwhile. */
  isOpen: boolean;
  isBusy: boolean;
  /** Why the address that came with the order is not saved yet; null where there is none, and while it is tried again. */
  failure: Failure | null;
  retry: () => Promise<void>;
  /** It need not be saved after all. */
  drop: () => void;
};

/** Keeps the address that was left with an order, once; the order is placed, whatever becomes of it. */
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
      add({ label: "", ...address }).catch((error: unknown) => {
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
