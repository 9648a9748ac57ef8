import { below, keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { useHeldWrite, useWrite, type HeldWrite } from "@/api/http/use-write";
import type { Address } from "@/api/types";

export type AddressValues = Pick<Address, "label" | "street" | "city" | "postalCode">;

type Addresses = Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  addresses: Address[] | undefined;
  /** `idempotencyKey`: of an addition that is tried again after a reload. */
  add: (values: AddressValues, idempotencyKey?: string) => Promise<unknown>;
  change: (id: string, values: Partial<AddressValues & { isDefault: boolean }>) => Promise<unknown>;
  remove: (id: string) => HeldWrite;
};

/** The account's saved addresses; only fetched if `isWanted`. */
export function useAddresses(isWanted = true): Addresses {
  const { data: addresses, error, isBusy, retry } = useRead(isWanted ? keys.addresses : null, "cached");
  const write = useWrite();
  const hold = useHeldWrite();
  const outdated = [below(keys.addresses)];
  return {
    addresses,
    error,
    isBusy,
    retry,
    add: (values, idempotencyKey) =>
      write(
        "post",
        "/api/addresses",
        { body: values, ...(idempotencyKey !== undefined && { idempotencyKey }) },
        outdated,
      ),
    change: (id, body) => write("patch", "/api/addresses/{address_id}", { path: { address_id: id }, body }, outdated),
    remove: (id) => hold("delete", "/api/addresses/{address_id}", { path: { address_id: id } }, outdated),
  };
}
