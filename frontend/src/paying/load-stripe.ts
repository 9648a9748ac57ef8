import { loadStripe } from "@stripe/stripe-js/pure";
import type { Stripe } from "@stripe/stripe-js";

const STRIPES_OWN = "https://js.stripe.com/";

/** Adds a <script>. A failed one is removed, so that a retry loads it again. */
function addScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(`The script ${address} could not be loaded.`));
    });
    document.head.append(script);
  });
}

/**
 * Loads Stripe for a publishable key, from the script URL that the server gives.
 *
 * Stripe's own script is added by its loader. Any other (a fake for demo and tests) is added here; the loader then uses
 * the existing `window.Stripe`. Rejects if the script fails to load.
 */
export async function stripeFor(publishableKey: string, scriptAddress: string): Promise<Stripe> {
  if (!scriptAddress.startsWith(STRIPES_OWN) && window.Stripe === undefined) await addScript(scriptAddress);
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error("Stripe needs a browser.");
  return stripe;
}
