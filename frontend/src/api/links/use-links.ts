import { useCallback } from "react";

import { below, type Key } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import { useWrite } from "@/api/http/use-write";
import type { PayLink, SkipLink } from "@/api/types";

const payLinkOf = (token: string): Key<"/api/pay-links/{token}"> => ["/api/pay-links/{token}", { path: { token } }];
const skipLinkOf = (token: string): Key<"/api/skip-links/{token}"> => ["/api/skip-links/{token}", { path: { token } }];

/** The payment that a pay link asks for, signed in or not. `settle` has the server fetch its state from Stripe. */
export function usePayLink(
  token: string,
): Omit<Reading<PayLink>, "data"> & { link: PayLink | undefined; settle: () => Promise<PayLink> } {
  const { data: link, ...reading } = useRead(payLinkOf(token), "checked");
  const { show } = reading;
  const settle = useCallback(async () => {
    const { data } = await call("post", "/api/pay-links/{token}/payment-return", { path: { token } });
    await show(data);
    return data;
  }, [token, show]);
  return { link, ...reading, settle };
}

/** The pickup that a skip link offers to skip, signed in or not. */
export function useSkipLink(
  token: string,
): Omit<Reading<SkipLink>, "data"> & { link: SkipLink | undefined; skip: () => Promise<unknown> } {
  const { data: link, ...reading } = useRead(skipLinkOf(token), "checked");
  const write = useWrite();
  const skip = async (): Promise<unknown> =>
    reading.show(
      await write("post", "/api/skip-links/{token}", { path: { token } }, [
        below("/api/recurring-bookings"),
        below("/api/orders"),
      ]),
    );
  return { link, ...reading, skip };
}
