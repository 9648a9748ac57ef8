import { draftName, saveDraft } from "@/lib/drafts";

import type { AddressValues } from "./use-addresses";

/** Stores a placed order's address as a draft, to be saved with the account by the page that can show a failure. */
export function leaveAddressToSave(orderId: string, owner: string, address: Omit<AddressValues, "label">): void {
  saveDraft(draftName.address(orderId), owner, address);
}
