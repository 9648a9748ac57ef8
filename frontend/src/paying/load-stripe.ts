import { loadStripe } from "@stripe/stripe-js/pure";
import type { Stripe } from "@stripe/stripe-js";

const STRIPES_OWN = "https://js.stripe.com/";

/** Adds a script to the page. A failed one is taken out again, so that the next try starts anew. */
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
 * Stripe's object for a publishable key, from the script that the server names.
 *
 * Stripe's own script is added by its own loader. Any other (a stand-in for demo and tests) is added here; the loader
 * then takes the `window.Stripe` that it finds. Rejects where the script does not arrive.
 */
export async function stripeFor(publishableKey: string, scriptAddress: string): Promise<Stripe> {
  if (!scriptAddress.startsWith(STRIPES_OWN) && window.Stripe === undefined) await addScript(scriptAddress);
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error("Stripe needs a browser.");
  return stripe;
}
