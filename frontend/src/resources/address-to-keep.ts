import { draftName, keepDraft } from "@/lib/drafts";

import type { AddressValues } from "./use-addresses";

/** Leaves the address of an order that has just been placed to be kept with the account, where its failure can stand. */
export function leaveAddressToKeep(orderId: string, owner: string, address: Omit<AddressValues, "label">): void {
  keepDraft(draftName.address(orderId), owner, address);
}
