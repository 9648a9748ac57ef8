import { useEffect, useRef, useState } from "react";

import { t } from "@/i18n/i18n";
import { draftName, forgetDrafts, keepDraft, keptDraft } from "@/lib/drafts";
import type { Failure } from "@/ui/failure-notice";

import { useAccount } from "./session";
import { useAct } from "./use-act";
import { useAddresses, type AddressValues } from "./use-addresses";

/** Leaves the address of an order that has just been placed to be kept with the account, where its failure can stand. */
export function leaveAddressToKeep(orderId: string, owner: string, address: Omit<AddressValues, "label">): void {
  keepDraft(draftName.address(orderId), owner, address);
}

type AddressToKeep = {
  isBusy: boolean;
  /** Why the address that came with the order is not kept yet; null where there is none, or nothing stands against it. */
  failure: Failure | null;
  retry: () => Promise<void>;
  /** It need not be kept after all. */
  drop: () => void;
};

/** Keeps the address that was left with an order, once; the order is placed, whatever becomes of it. */
export function useAddressToKeep(orderId: string): AddressToKeep {
  const { id: owner } = useAccount();
  const { add } = useAddresses(false);
  const { isBusy, failure, act } = useAct();
  const [isDropped, setIsDropped] = useState(false);
  const hasBegun = useRef(false);
  const name = draftName.address(orderId);

  const keep = async (): Promise<void> => {
    const address = keptDraft(name, owner) as Omit<AddressValues, "label"> | null;
    if (address === null) return;
    const send = async (): Promise<void> => {
      await add({ label: "", ...address });
      forgetDrafts(name);
    };
    await act(send, { title: t("checkout.notKept") });
  };
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void keep();
  });

  const drop = (): void => {
    forgetDrafts(name);
    setIsDropped(true);
  };
  return { isBusy, failure: isDropped ? null : failure, retry: keep, drop };
}
