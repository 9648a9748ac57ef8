import { expect, test } from "vitest";

import { phoneAddress, shownPhone } from "./phone";

test.each([
  ["+41791234567", "079 123 45 67", "tel:+41791234567"],
  ["+491701234567", "+491701234567", "tel:+491701234567"],
  ["+41 (0)79 123 45 67", "+41 (0)79 123 45 67", "tel:+41791234567"],
  ["+41 44 555 09 09", "+41 44 555 09 09", "tel:+41445550909"],
])("%s is read as %s and dialled as %s", (phone, shown, address) => {
  expect(shownPhone(phone)).toBe(shown);
  expect(phoneAddress(phone)).toBe(address);
});
