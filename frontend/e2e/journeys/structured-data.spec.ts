import type { APIRequestContext } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { vocabularyErrors, type Described } from "../support/schema-org.ts";

/** What a page says to search engines. */
async function described(request: APIRequestContext, path: string): Promise<Described> {
  const html = await (await request.get(path)).text();
  const [, json = "null"] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json) as Described;
}

test("what search engines are told of us, our answers and a neighbor is of schema.org's vocabulary", async ({
  make,
  request,
}) => {
  const { providers } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "done", customer: "alice", provider: "salon", status: "completed", review: { rating: 4 } }],
  });
  const [business, faq, provider] = [
    await described(request, "/"),
    await described(request, "/support"),
    await described(request, `/providers/${providers.salon.id}`),
  ];

  expect([business["@type"], faq["@type"], provider["@type"]]).toEqual(["LocalBusiness", "FAQPage", "LocalBusiness"]);
  expect(provider["aggregateRating"]).toMatchObject({ ratingValue: "4.0", reviewCount: 1 });
  expect(vocabularyErrors([business, faq, provider])).toEqual([]);
  // The validator finds what is wrong.
  expect(vocabularyErrors([{ ...business, openingHour: "Mo" }])).not.toEqual([]);
  expect(vocabularyErrors([{ ...provider, aggregateRating: { "@type": "Question" } }])).not.toEqual([]);
});
