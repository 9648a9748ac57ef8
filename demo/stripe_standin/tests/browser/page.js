// A checkout as small as can be, on the official packages: what the stand-in's script must carry.
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { createElement as h, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

const asked = new URLSearchParams(location.search);

function loadScript() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = asked.get("script");
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
}

function Checkout() {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState("loading");
  const [complete, setComplete] = useState(false);
  const [outcome, setOutcome] = useState("");

  async function pay(event) {
    event.preventDefault();
    setOutcome("");
    const act = asked.get("secret").startsWith("seti_") ? "confirmSetup" : "confirmPayment";
    const result = await stripe[act]({
      elements,
      confirmParams: { return_url: `${location.origin}/back` },
      redirect: asked.get("redirect") || "if_required",
    });
    setOutcome(JSON.stringify(result));
  }

  return h(
    "form",
    { onSubmit: pay },
    h("h1", null, "Checkout"),
    h(PaymentElement, {
      onReady: () => setReady("ready"),
      onLoadError: ({ error }) => setReady(`error: ${error.message}`),
      onChange: (event) => setComplete(event.complete),
    }),
    h("button", null, "Pay 27.50 CHF"),
    h("p", { id: "state" }, `${ready}, ${complete ? "complete" : "incomplete"}`),
    h("output", null, outcome),
  );
}

const appearance = asked.get("appearance") ? JSON.parse(asked.get("appearance")) : undefined;
const stripe = loadScript().then(() => loadStripe(asked.get("key")));
const options = { clientSecret: asked.get("secret"), appearance };
createRoot(document.getElementById("root")).render(
  h(StrictMode, null, h("main", null, h(Elements, { stripe, options }, h(Checkout)))),
);
