// The Payment Element's own document: the card is typed here and goes from here to the stand-in, never through the page.
"use strict";

(() => {
  const BASE = location.pathname.replace(/\/element\.html$/, "");
  const COUNTRIES =
    "CH LI DE AT FR IT AL AD AR AU BE BA BR BG CA CL CN CO HR CY CZ DK EG EE FI GB GE GR HK HU IS IN ID IE IL JP KE LV LT LU MY MT MX MC ME MA NL NZ NG MK NO PE PH PL PT RO RS SM SA SG SK SI ZA KR ES LK SE TW TH TN TR UA AE US UY VN";
  const BRANDS = [
    { name: "visa", label: "VISA", starts: /^4/, groups: [4, 4, 4, 4], cvc: 3 },
    { name: "mastercard", label: "MASTERCARD", starts: /^(5[1-5]|2[2-7])/, groups: [4, 4, 4, 4], cvc: 3 },
    { name: "amex", label: "AMEX", starts: /^3[47]/, groups: [4, 6, 5], cvc: 4 },
    { name: "discover", label: "DISCOVER", starts: /^6(011|5)/, groups: [4, 4, 4, 4], cvc: 3 },
  ];
  const UNKNOWN = { name: "unknown", label: "", groups: [4, 4, 4, 4], cvc: 3 };
  const MESSAGES = {
    incomplete_number: "Your card number is incomplete.",
    invalid_number: "Your card number is invalid.",
    incomplete_expiry: "Your card's expiration date is incomplete.",
    invalid_expiry_month: "Your card's expiration month is invalid.",
    invalid_expiry_month_past: "Your card's expiration date is in the past.",
    invalid_expiry_year: "Your card's expiration year is invalid.",
    invalid_expiry_year_past: "Your card's expiration year is in the past.",
    incomplete_cvc: "Your card's security code is incomplete.",
  };
  const UNREACHABLE = {
    type: "api_connection_error",
    message:
      "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.",
  };
  const FIELD_OF_CODE = { expired_card: "expiry", incorrect_cvc: "cvc", invalid_cvc: "cvc" };

  const whole = document.querySelector(".PaymentElement");
  const form = document.querySelector("form");
  const fieldset = document.querySelector("fieldset");
  const inputs = { number: form.number, expiry: form.expiry, cvc: form.cvc };
  const touched = { number: false, expiry: false, cvc: false };
  const refused = {};
  let port = null;
  let key = "";
  let options = {};
  let lastChange = "";

  // ---- what was typed

  const digitsOf = (text) => text.replace(/\D/g, "");
  const brandOf = (digits) => BRANDS.find((brand) => brand.starts.test(digits)) || UNKNOWN;
  const lengthOf = (brand) => brand.groups.reduce((sum, size) => sum + size, 0);

  function passesLuhn(digits) {
    const sum = [...digits].reverse().reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  }

  function numberProblem() {
    const digits = digitsOf(inputs.number.value);
    if (digits.length < lengthOf(brandOf(digits))) return "incomplete_number";
    return passesLuhn(digits) ? null : "invalid_number";
  }

  function expiryProblem() {
    const digits = digitsOf(inputs.expiry.value);
    if (digits.length >= 2 && !(Number(digits.slice(0, 2)) >= 1 && Number(digits.slice(0, 2)) <= 12)) {
      return "invalid_expiry_month";
    }
    if (digits.length < 4) return "incomplete_expiry";
    const month = Number(digits.slice(0, 2));
    const year = 2000 + Number(digits.slice(2));
    const now = new Date();
    if (year < now.getFullYear()) return "invalid_expiry_year_past";
    if (year === now.getFullYear() && month <= now.getMonth()) return "invalid_expiry_month_past";
    return year > now.getFullYear() + 50 ? "invalid_expiry_year" : null;
  }

  function cvcProblem() {
    const wanted = brandOf(digitsOf(inputs.number.value)).cvc;
    return digitsOf(inputs.cvc.value).length < wanted ? "incomplete_cvc" : null;
  }

  const PROBLEMS = { number: numberProblem, expiry: expiryProblem, cvc: cvcProblem };
  const problemOf = (name) => PROBLEMS[name]();

  // ---- keeping the fields in their form while somebody types

  function grouped(digits, groups) {
    const parts = [];
    let start = 0;
    for (const size of groups) {
      if (start < digits.length) parts.push(digits.slice(start, start + size));
      start += size;
    }
    return parts.join(" ");
  }

  function expiryText(digits) {
    const padded = /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits;
    if (padded.length < 2) return padded;
    return `${padded.slice(0, 2)} / ${padded.slice(2)}`;
  }

  function format(name, deleting) {
    const input = inputs[name];
    const before = digitsOf(input.value.slice(0, input.selectionStart)).length;
    const atEnd = input.selectionStart === input.value.length;
    const digits = digitsOf(input.value);
    if (name === "number") {
      const brand = brandOf(digits);
      input.value = grouped(digits.slice(0, lengthOf(brand)), brand.groups);
    } else if (name === "expiry") {
      const typed = digits.length === 6 ? digits.slice(0, 2) + digits.slice(4) : digits.slice(0, 4);
      input.value = deleting && typed.length <= 2 ? typed : expiryText(typed);
    } else {
      input.value = digits.slice(0, brandOf(digitsOf(inputs.number.value)).cvc);
    }
    if (!atEnd) {
      let position = 0;
      for (let seen = 0; seen < before && position < input.value.length; position += 1) {
        if (/\d/.test(input.value[position])) seen += 1;
      }
      input.setSelectionRange(position, position);
    }
  }

  // ---- what the person sees

  function show(name) {
    const problem = problemOf(name);
    const whole = problem && !problem.startsWith("incomplete") && document.activeElement === inputs[name];
    const text = refused[name] || (problem && (touched[name] || whole) ? MESSAGES[problem] : "");
    const error = document.getElementById(`${name}-error`);
    if (error.textContent !== text) error.textContent = text;
    inputs[name].classList.toggle("Input--invalid", Boolean(text));
    inputs[name].setAttribute("aria-invalid", String(Boolean(text)));
  }

  function refresh() {
    document.querySelector(".Brand").textContent = brandOf(digitsOf(inputs.number.value)).label;
    Object.keys(inputs).forEach(show);
    const empty = Object.values(inputs).every((input) => input.value === "");
    const complete = Object.keys(inputs).every((name) => problemOf(name) === null);
    const change = { empty, complete, collapsed: false, value: { type: "card" } };
    if (JSON.stringify(change) !== lastChange) {
      lastChange = JSON.stringify(change);
      tell("change", change);
    }
  }

  function validate() {
    Object.keys(touched).forEach((name) => (touched[name] = true));
    const first = Object.keys(inputs).find((name) => problemOf(name) !== null);
    refresh();
    if (!first) return null;
    inputs[first].focus();
    const code = problemOf(first);
    return { type: "validation_error", code, message: MESSAGES[code] };
  }

  function showError(error) {
    if (error.type !== "card_error") return;
    const name = FIELD_OF_CODE[error.code] || (String(error.code).startsWith("invalid_expiry") ? "expiry" : "number");
    refused[name] = error.message;
    refresh();
  }

  // ---- the stand-in's API

  function flat(value, name, into) {
    if (value === null || value === undefined) return into;
    if (typeof value === "object") {
      Object.entries(value).forEach(([part, inner]) => flat(inner, name ? `${name}[${part}]` : part, into));
    } else {
      into.append(name, String(value));
    }
    return into;
  }

  async function call(method, path, params) {
    const body = flat(params, "", new URLSearchParams());
    const url = `${BASE}/v1/${path}${method === "GET" ? `?${body}` : ""}`;
    try {
      const response = await fetch(url, {
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

  function billingDetails() {
    const hidden = form.country.closest(".Field").hidden;
    return hidden ? undefined : { address: { country: form.country.value } };
  }

  function merged(first, second) {
    const both = { ...first };
    for (const [name, value] of Object.entries(second || {})) {
      both[name] = value && typeof value === "object" ? merged(both[name], value) : value;
    }
    return both;
  }

  function methodData(extra) {
    const expiry = digitsOf(inputs.expiry.value);
    const card = {
      number: digitsOf(inputs.number.value),
      exp_month: Number(expiry.slice(0, 2)),
      exp_year: 2000 + Number(expiry.slice(2)),
      cvc: inputs.cvc.value,
    };
    return merged({ type: "card", card, billing_details: billingDetails() }, extra);
  }

  async function withCard(act) {
    const error = validate();
    if (error) return { error };
    fieldset.disabled = true;
    const answer = await act();
    fieldset.disabled = false;
    if (answer.error) showError(answer.error);
    return answer;
  }

  const confirm = ({ path, params }) =>
    withCard(() =>
      call("POST", path, {
        ...params,
        payment_method_data: methodData(params.payment_method_data),
        expected_payment_method_type: "card",
        use_stripe_sdk: true,
      }),
    );

  const ACTS = {
    validate: async () => ({ error: validate() || undefined }),
    confirm,
    createPaymentMethod: (extra) => withCard(() => call("POST", "payment_methods", methodData(extra))),
    update: async (changed) => {
      options = { ...options, ...changed };
      dress();
      return {};
    },
    focus: async () => inputs.number.focus(),
    blur: async () => document.activeElement.blur(),
    clear: async () => {
      Object.keys(inputs).forEach((name) => {
        inputs[name].value = "";
        touched[name] = false;
        delete refused[name];
      });
      refresh();
    },
  };

  // ---- Stripe's Appearance API

  const RULES = /^\.(Input|Label|Error|Field|TestNote|Terms)(--invalid)?(:hover|:focus|::placeholder|:disabled)?$/;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];

  function dress() {
    const { variables = {}, rules = {} } = options.appearance || {};
    const root = document.documentElement;
    root.dataset.scheme = options.scheme;
    root.removeAttribute("style");
    root.style.colorScheme = options.scheme;
    document.body.style.backgroundColor = options.surface;
    for (const [name, value] of Object.entries(variables)) {
      if (/^\w+$/.test(name)) root.style.setProperty(`--${name}`, value);
    }
    sheet.replaceSync("");
    for (const [selector, declarations] of Object.entries(rules)) {
      if (!RULES.test(selector)) continue;
      const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
      for (const [name, value] of Object.entries(declarations)) {
        rule.style.setProperty(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value);
      }
    }
    const fields = (options.fields || {}).billingDetails;
    const never = fields === "never" || (fields && (fields.address === "never" || (fields.address || {}).country === "never"));
    form.country.closest(".Field").hidden = Boolean(never);
  }

  function loadFonts(fonts) {
    for (const font of fonts || []) {
      if (!font.family || !font.src) continue;
      const face = new FontFace(font.family, font.src, { weight: font.weight || "normal", style: font.style || "normal" });
      face.load().then((loaded) => document.fonts.add(loaded), () => console.warn(`The font ${font.family} did not load.`));
    }
  }

  function fillCountries(locale) {
    const names = new Intl.DisplayNames([locale], { type: "region" });
    for (const code of COUNTRIES.split(" ")) form.country.add(new Option(names.of(code), code));
    const preset = (((options.defaultValues || {}).billingDetails || {}).address || {}).country;
    form.country.value = COUNTRIES.includes(preset) ? preset : "CH";
  }

  function showTerms(intent) {
    const saves = intent && (intent.setup_future_usage || intent.object === "setup_intent");
    const terms = document.querySelector(".Terms");
    const business = (options.business || {}).name || "this business";
    terms.textContent = `By providing your card information, you allow ${business} to charge your card for future payments in accordance with their terms.`;
    terms.hidden = !saves || (options.terms || {}).card === "never";
  }

  // ---- talking to the page

  function tell(type, detail) {
    if (port) port.postMessage({ type, detail });
  }

  async function start(data) {
    ({ key, options } = data);
    fillCountries("en");
    dress();
    loadFonts(options.fonts);
    if (data.intent) {
      const { value, error } = await call("GET", data.intent.path, { client_secret: data.intent.clientSecret });
      if (error) {
        tell("loaderror", { error });
        return;
      }
      showTerms(value);
    } else {
      showTerms({ setup_future_usage: options.setupFutureUsage, object: options.mode === "setup" ? "setup_intent" : "" });
    }
    whole.hidden = false;
    new ResizeObserver(() => tell("height", Math.ceil(document.body.getBoundingClientRect().height))).observe(document.body);
    refresh();
    tell("ready", {});
  }

  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || (event.data || {}).type !== "stripe-standin-init" || port) return;
    port = event.ports[0];
    port.onmessage = async ({ data }) => {
      port.postMessage({ type: "answer", id: data.id, detail: await ACTS[data.act](data.detail || {}) });
    };
    start(event.data);
  });

  for (const [name, input] of Object.entries(inputs)) {
    input.addEventListener("input", (event) => {
      delete refused[name];
      format(name, (event.inputType || "").startsWith("delete"));
      refresh();
    });
    input.addEventListener("blur", () => {
      touched[name] = touched[name] || input.value !== "";
      refresh();
    });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tell("submit", {});
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tell("escape", {});
    if (event.key === "Enter" && event.target !== form.country) {
      event.preventDefault();
      tell("submit", {});
    }
  });
  window.addEventListener("focus", () => tell("focus", {}));
  window.addEventListener("blur", () => tell("blur", {}));
})();
