import { draftName, saveDraft } from "@/lib/drafts";

import type { AddressValues } from "./use-addresses";

/** Leaves the address of an order that has just been placed to be saved with the account, where its failure can stand. */
export function leaveAddressToSave(orderId: string, owner: string, address: Omit<AddressValues, "label">): void {
  saveDraft(draftName.address(orderId), owner, address);
}
