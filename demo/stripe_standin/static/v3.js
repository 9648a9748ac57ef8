// Stripe.js as the official @stripe/stripe-js and @stripe/react-stripe-js expect it, served by the local stand-in.
"use strict";

(() => {
  const BASE = document.currentScript.src
    .replace(/[?#].*$/, "")
    .replace(/\/(v3\.js|v3(\/.*)?|[a-z]+\/stripe\.js)$/, "");
  const ORIGIN = new URL(BASE).origin;
  const SECRET = /^((pi|seti)_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/;
  const UNREACHABLE = {
    type: "api_connection_error",
    message:
      "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.",
  };

  class IntegrationError extends Error {
    constructor(message) {
      super(message);
      this.name = "IntegrationError";
    }
  }

  function intentOf(clientSecret, caller) {
    const match = SECRET.exec(clientSecret || "");
    if (!match) {
      throw new IntegrationError(
        `Invalid value for ${caller}: clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
      );
    }
    const setup = match[2] === "seti";
    return {
      id: match[1],
      clientSecret,
      path: `${setup ? "setup_intents" : "payment_intents"}/${match[1]}`,
      name: setup ? "setupIntent" : "paymentIntent",
      query: setup ? "setup_intent" : "payment_intent",
      error: setup ? "last_setup_error" : "last_payment_error",
    };
  }

  // ---- the stand-in's API, for what carries no card

  function flat(value, name, into) {
    if (value === null || value === undefined) return into;
    if (typeof value === "object") {
      Object.entries(value).forEach(([part, inner]) => flat(inner, name ? `${name}[${part}]` : part, into));
    } else {
      into.append(name, String(value));
    }
    return into;
  }

  async function call(key, method, path, params) {
    const body = flat(params, "", new URLSearchParams());
    try {
      const response = await fetch(`${BASE}/v1/${path}${method === "GET" ? `?${body}` : ""}`, {
        method,
        headers: { Authorization: `Bearer ${key}` },
        body: method === "GET" ? undefined : body,
        credentials: "omit",
      });
      const answer = await response.json();
      return response.ok ? { value: answer } : { error: answer.error };
    } catch {
      return { error: UNREACHABLE };
    }
  }

  // ---- events

  class Emitter {
    #listeners = new Map();

    on(type, listener) {
      const listeners = this.#listeners.get(type) || [];
      this.#listeners.set(type, [...listeners, listener]);
      return this;
    }

    once(type, listener) {
      const wrapped = (event) => {
        this.off(type, wrapped);
        listener(event);
      };
      return this.on(type, wrapped);
    }

    off(type, listener) {
      const listeners = this.#listeners.get(type) || [];
      this.#listeners.set(type, listener ? listeners.filter((other) => other !== listener) : []);
      return this;
    }

    emit(type, event) {
      for (const listener of this.#listeners.get(type) || []) listener(event);
    }
  }

  // ---- the Payment Element

  const darkness = window.matchMedia("(prefers-color-scheme: dark)");

  function schemeOf(appearance) {
    const theme = (appearance || {}).theme;
    if (theme === "night") return "dark";
    if (theme) return "light";
    return darkness.matches ? "dark" : "light";
  }

  // The colour that the frame lies on, so that it is opaque and still looks as if it were not there.
  function surfaceBehind(node) {
    for (let behind = node; behind; behind = behind.parentElement) {
      const { backgroundColor } = getComputedStyle(behind);
      if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
    }
    return "transparent";
  }

  class PaymentElement extends Emitter {
    #group;
    #options;
    #frame = null;
    #port = null;
    #waiting = new Map();
    #asked = 0;
    #redress = () => this.#sendLook();

    constructor(group, options) {
      super();
      this.#group = group;
      this.#options = options;
      this._elementType = "payment";
      this._isMounted = false;
    }

    mount(target) {
      const parent = typeof target === "string" ? document.querySelector(target) : target;
      if (!parent) {
        throw new IntegrationError(
          `The selector you specified (${target}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
        );
      }
      if (this.#frame) this.unmount();
      parent.classList.add("StripeElement");
      const frame = document.createElement("iframe");
      frame.title = "Secure payment input frame";
      frame.src = `${BASE}/element.html`;
      Object.assign(frame.style, { width: "calc(100% + 8px)", height: "300px", margin: "-4px", border: "0", display: "block" });
      frame.style.colorScheme = schemeOf(this.#group.options.appearance);
      frame.addEventListener("load", () => this.#greet(frame), { once: true });
      this.#frame = frame;
      this._isMounted = true;
      parent.replaceChildren(frame);
      darkness.addEventListener("change", this.#redress);
      this.emit("loaderstart", { elementType: "payment" });
    }

    #greet(frame) {
      const channel = new MessageChannel();
      this.#port = channel.port1;
      channel.port1.onmessage = ({ data }) => this.#hear(data);
      const { clientSecret } = this.#group.options;
      const message = {
        type: "stripe-standin-init",
        key: this.#group.key,
        intent: clientSecret ? intentOf(clientSecret, "elements()") : null,
        options: JSON.parse(JSON.stringify(this.#look())),
      };
      frame.contentWindow.postMessage(message, ORIGIN, [channel.port2]);
    }

    #look() {
      const { appearance, fonts, mode, setupFutureUsage } = this.#group.options;
      return { ...this.#options, appearance, fonts, mode, setupFutureUsage, scheme: schemeOf(appearance), surface: surfaceBehind(this.#frame.parentElement) };
    }

    #sendLook() {
      if (!this.#port) return;
      this.#frame.style.colorScheme = schemeOf(this.#group.options.appearance);
      this.ask("update", JSON.parse(JSON.stringify(this.#look())));
    }

    #hear({ type, id, detail }) {
      if (type === "answer") {
        this.#waiting.get(id)(detail);
        this.#waiting.delete(id);
      } else if (type === "height") {
        if (this.#frame) this.#frame.style.height = `${detail}px`;
      } else if (type === "submit") {
        const form = this.#frame && this.#frame.closest("form");
        if (form) form.requestSubmit();
      } else {
        this.emit(type, { elementType: "payment", ...detail });
      }
    }

    ask(act, detail) {
      if (!this.#port) {
        return Promise.resolve({ error: { type: "invalid_request_error", message: "The Payment Element is not ready yet." } });
      }
      this.#asked += 1;
      const id = this.#asked;
      this.#port.postMessage({ act, detail, id });
      return new Promise((resolve) => this.#waiting.set(id, resolve));
    }

    update(options) {
      this.#options = { ...this.#options, ...options };
      this.#sendLook();
    }

    restyle() {
      this.#sendLook();
    }

    focus() {
      this.ask("focus");
    }

    blur() {
      this.ask("blur");
    }

    clear() {
      this.ask("clear");
    }

    collapse() {}

    unmount() {
      darkness.removeEventListener("change", this.#redress);
      if (this.#port) this.#port.close();
      if (this.#frame) {
        const parent = this.#frame.parentElement;
        this.#frame.remove();
        if (parent) parent.classList.remove("StripeElement");
      }
      this.#port = null;
      this.#frame = null;
      this._isMounted = false;
    }

    destroy() {
      this.unmount();
      this.#group.forget(this);
    }
  }

  class Elements {
    #element = null;

    constructor(key, options) {
      if (options.clientSecret !== undefined) intentOf(options.clientSecret, "elements()");
      this.key = key;
      this.options = options;
    }

    create(type, options = {}) {
      if (type !== "payment") throw new IntegrationError(`The stand-in draws the payment Element only, not "${type}".`);
      if (this.#element) {
        throw new IntegrationError("Can only create one Element of type payment through an Elements instance.");
      }
      this.#element = new PaymentElement(this, options);
      return this.#element;
    }

    getElement(type) {
      const name = typeof type === "string" ? type : (type || {}).__elementType || "payment";
      return name === "payment" ? this.#element : null;
    }

    update(options) {
      this.options = { ...this.options, ...options };
      if (this.#element) this.#element.restyle();
    }

    async submit() {
      const { error } = await this.mounted("elements.submit()").ask("validate");
      return error ? { error } : { selectedPaymentMethod: "card" };
    }

    async fetchUpdates() {
      return {};
    }

    forget(element) {
      if (this.#element === element) this.#element = null;
    }

    mounted(caller) {
      if (!this.#element || !this.#element._isMounted) {
        throw new IntegrationError(
          `Invalid value for ${caller}: elements should have a mounted Payment Element or Express Checkout Element.`,
        );
      }
      return this.#element;
    }
  }

  // ---- 3-D Secure

  function openChallenge(intent, answer) {
    const details = new URLSearchParams({ client_secret: intent.clientSecret });
    if (answer.amount) details.set("amount", answer.amount);
    if (answer.currency) details.set("currency", answer.currency);
    const overlay = document.createElement("div");
    overlay.setAttribute("role", "dialog");
    overlay.setAttribute("aria-modal", "true");
    overlay.setAttribute("aria-label", "Card authentication");
    Object.assign(overlay.style, {
      position: "fixed",
      inset: "0",
      zIndex: "2147483647",
      display: "grid",
      placeItems: "center",
      padding: "16px",
      background: "rgba(10, 16, 24, 0.6)",
    });
    const frame = document.createElement("iframe");
    frame.title = "3-D Secure authentication";
    frame.src = `${BASE}/authenticate/${intent.id}#${details}`;
    Object.assign(frame.style, {
      width: "100%",
      maxWidth: "480px",
      height: "min(420px, 100%)",
      border: "0",
      borderRadius: "16px",
      boxShadow: "0 16px 48px rgba(0, 0, 0, 0.35)",
    });
    frame.style.colorScheme = darkness.matches ? "dark" : "light";
    overlay.append(frame);

    const before = document.activeElement;
    const behind = [...document.body.children].filter((child) => !child.inert);
    behind.forEach((child) => (child.inert = true));
    document.body.append(overlay);
    frame.addEventListener("load", () => frame.focus(), { once: true });

    return new Promise((resolve) => {
      const done = (event) => {
        if (event.source !== frame.contentWindow || event.origin !== ORIGIN) return;
        if ((event.data || {}).type !== "stripe-standin-authenticated") return;
        window.removeEventListener("message", done);
        overlay.remove();
        behind.forEach((child) => (child.inert = false));
        if (before && before.focus) before.focus();
        resolve();
      };
      window.addEventListener("message", done);
    });
  }

  // ---- window.Stripe

  function Stripe(key, settings = {}) {
    if (typeof key !== "string" || !key) throw new IntegrationError("Missing value for Stripe(): apiKey should be a string.");
    if (/^(sk|rk)_/.test(key)) {
      throw new IntegrationError("You should not use your secret key with Stripe.js.\n\n        Please pass a publishable key instead.");
    }
    if (!key.startsWith("pk_test_")) {
      throw new IntegrationError("The local Stripe stand-in works with test keys only (pk_test_…).");
    }

    const retrieve = (intent) => call(key, "GET", intent.path, { client_secret: intent.clientSecret });
    const outcome = (intent, value) =>
      value.status === "requires_payment_method" && value[intent.error]
        ? { error: { ...value[intent.error], [intent.query]: value } }
        : { [intent.name]: value };

    async function finishActions(intent, value) {
      if (value.status !== "requires_action") return outcome(intent, value);
      const action = value.next_action;
      if (action.type === "redirect_to_url") {
        window.location.assign(action.redirect_to_url.url);
        return new Promise(() => {});
      }
      await openChallenge(intent, value);
      const after = await retrieve(intent);
      return after.error ? { error: after.error } : outcome(intent, after.value);
    }

    function goBack(intent, value, returnUrl) {
      const url = new URL(returnUrl, window.location.href);
      url.searchParams.set(intent.query, value.id);
      url.searchParams.set(`${intent.query}_client_secret`, intent.clientSecret);
      url.searchParams.set("redirect_status", value.status === "processing" ? "pending" : "succeeded");
      window.location.assign(url);
      return new Promise(() => {});
    }

    let confirming = false;

    async function confirm(caller, { elements, clientSecret, confirmParams = {}, redirect = "always" }) {
      const secret = clientSecret || (elements && elements.options.clientSecret);
      const intent = intentOf(secret, caller);
      if (redirect === "always" && !confirmParams.return_url) {
        throw new IntegrationError(
          `You must provide confirmParams.return_url to ${caller} when redirect is "always".`,
        );
      }
      const element = elements && !confirmParams.payment_method ? elements.mounted(caller) : null;
      if (confirming) throw new IntegrationError(`${caller} is already in progress. Please wait for it to complete.`);
      confirming = true;
      try {
        const params = { ...confirmParams, client_secret: secret };
        const path = `${intent.path}/confirm`;
        const answer = element
          ? await element.ask("confirm", JSON.parse(JSON.stringify({ path, params })))
          : await call(key, "POST", path, { ...params, use_stripe_sdk: true });
        if (answer.error) return { error: answer.error };
        const result = await finishActions(intent, answer.value);
        if (result.error || redirect !== "always") return result;
        return goBack(intent, result[intent.name], confirmParams.return_url);
      } finally {
        confirming = false;
      }
    }

    async function confirmWithMethod(caller, clientSecret, data = {}) {
      const { payment_method: method, ...params } = data;
      // Left out: the PaymentMethod that the server has put on the intent.
      if (method !== undefined && typeof method !== "string") {
        throw new IntegrationError(`${caller}: the stand-in takes the id of a PaymentMethod here; use the Payment Element for a new card.`);
      }
      return confirm(caller, { clientSecret, confirmParams: { ...params, payment_method: method }, redirect: "if_required" });
    }

    async function retrieveIntent(clientSecret, caller) {
      const intent = intentOf(clientSecret, caller);
      const { value, error } = await retrieve(intent);
      return error ? { error } : { [intent.name]: value };
    }

    async function nextAction({ clientSecret }) {
      const intent = intentOf(clientSecret, "stripe.handleNextAction()");
      const { value, error } = await retrieve(intent);
      return error ? { error } : finishActions(intent, value);
    }

    return {
      _apiKey: key,
      _registerWrapper() {},
      registerAppInfo() {},
      elements: (options = {}) => new Elements(key, { locale: settings.locale, ...options }),
      confirmPayment: (options) => confirm("stripe.confirmPayment()", options),
      confirmSetup: (options) => confirm("stripe.confirmSetup()", options),
      confirmCardPayment: (secret, data) => confirmWithMethod("stripe.confirmCardPayment()", secret, data),
      confirmCardSetup: (secret, data) => confirmWithMethod("stripe.confirmCardSetup()", secret, data),
      retrievePaymentIntent: (secret) => retrieveIntent(secret, "stripe.retrievePaymentIntent()"),
      retrieveSetupIntent: (secret) => retrieveIntent(secret, "stripe.retrieveSetupIntent()"),
      handleNextAction: nextAction,
      handleCardAction: (clientSecret) => nextAction({ clientSecret }),
      async createPaymentMethod({ elements, params }) {
        const { value, error } = await elements
          .mounted("stripe.createPaymentMethod()")
          .ask("createPaymentMethod", JSON.parse(JSON.stringify(params || {})));
        return error ? { error } : { paymentMethod: value };
      },
      async createToken() {
        throw new IntegrationError("Tokens are not available in the stand-in; use PaymentIntents and the Payment Element.");
      },
    };
  }

  Stripe.version = "endive";
  window.Stripe = Stripe;
})();
