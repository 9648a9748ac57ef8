import { expect } from "vitest";

import { cancelsUnpaid, pays, placesOrder, providerWithHours } from "./support/orders";
import { faultsOfToast, hasRoom, opens, SMALLEST } from "./support/room";
import { toast } from "./support/seeing";
import { test } from "./support/stage";

const CUSTOMER = "tobias.huber@example.com";
// As long as they get.
const STREET = "Universitätsstrasse 112a, Zurich 8006";
const PUBLIC = ["/", "/login", "/register", "/booking", "/tracking", "/history", "/provider/apply", "/terms", "/services", "/help"];
const OWN = ["/", "/history", "/profile", "/profile/settings", "/profile/security", "/recurring", "/support"];

test.for([
  { locale: "de-CH", remove: "Entfernen", removed: "Adresse entfernt" },
  { locale: "fr-CH", remove: "Supprimer", removed: "Adresse supprimée" },
  { locale: "it-CH", remove: "Rimuovere", removed: "Indirizzo rimosso" },
])("in $locale, too, the smallest phone has room for every word", { timeout: 120_000 }, async ({ locale, remove, removed }, { stage }) => {
  const { page: visitor } = await stage.enters({ locale });
  await hasRoom(visitor, PUBLIC, [SMALLEST]);

  const alice = await stage.enters({ locale, viewport: SMALLEST });
  const { page } = alice;
  const { id } = await alice.signsIn(CUSTOMER);
  await cancelsUnpaid(alice, id);
  const provider = await providerWithHours(alice, 3);
  const unpaid = await placesOrder(alice, provider, 2, "Please ring twice.", STREET);
  const paid = await pays(alice, await placesOrder(alice, provider, 3, "Please ring twice.", STREET));
  await hasRoom(page, [...OWN, `/checkout/${unpaid.id}`, `/tracking/${paid.id}`, `/booking?providerId=${provider.id}`], [SMALLEST]);
  await cancelsUnpaid(alice, id);

  // What can be taken back stands beside the words where there is room, else below them.
  await alice.call("POST", "/api/addresses", { label: "Zuhause", street: "Universitätsstrasse 112a", city: "Zurich", postalCode: "8006", isDefault: false });
  await opens(page, "/profile/addresses");
  await page.getByRole("button", { name: remove }).last().click();
  await toast(page, removed);
  expect(await faultsOfToast(page)).toEqual([]);
});
