import { cancelUnpaid, payOrder, placeOrder, providerWithHours } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { expectNoOverflow, faultsOfToast, openPage, SMALLEST } from "../support/overflow.ts";
import { toast } from "../support/page.ts";

const CUSTOMER = "tobias.huber@example.com";
// As long as they get.
const STREET = "Universitätsstrasse 112a, Zurich 8006";
const PUBLIC = ["/", "/login", "/register", "/booking", "/tracking", "/history", "/provider/apply", "/terms", "/services", "/help"];
const OWN = ["/", "/history", "/profile", "/profile/settings", "/profile/security", "/recurring", "/support"];

for (const { locale, remove, removed } of [
  { locale: "de-CH", remove: "Entfernen", removed: "Adresse entfernt" },
  { locale: "fr-CH", remove: "Supprimer", removed: "Adresse supprimée" },
  { locale: "it-CH", remove: "Rimuovere", removed: "Indirizzo rimosso" },
]) {
  test(`in ${locale}, too, the smallest phone has room for every word`, async ({ users }) => {
    test.setTimeout(120_000);
    const { page: visitor } = await users.visitor({ locale });
    await expectNoOverflow(visitor, PUBLIC, [SMALLEST]);

    const alice = await users.visitor({ locale, viewport: SMALLEST });
    const { page } = alice;
    const { id } = await alice.signIn(CUSTOMER);
    await cancelUnpaid(alice, id);
    const provider = await providerWithHours(alice, 3);
    const unpaid = await placeOrder(alice, provider, 2, "Please ring twice.", STREET);
    const paid = await payOrder(alice, await placeOrder(alice, provider, 3, "Please ring twice.", STREET));
    await expectNoOverflow(page, [...OWN, `/checkout/${unpaid.id}`, `/tracking/${paid.id}`, `/booking?providerId=${provider.id}`], [SMALLEST]);
    await cancelUnpaid(alice, id);

    // What can be taken back stands beside the words where there is room, else below them.
    await alice.call("POST", "/api/addresses", { label: "Zuhause", street: "Universitätsstrasse 112a", city: "Zurich", postalCode: "8006", isDefault: false });
    await openPage(page, "/profile/addresses");
    await page.getByRole("button", { name: remove }).last().click();
    await expect(toast(page, removed)).toBeVisible();
    expect(await faultsOfToast(page)).toEqual([]);
  });
}
