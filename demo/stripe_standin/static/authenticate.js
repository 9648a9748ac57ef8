// The 3-D Secure page: inside a checkout it tells its parent how it ended, by itself it goes back to the return address.
"use strict";

(() => {
  const given = new URLSearchParams(location.hash.slice(1) || location.search);
  const clientSecret = given.get("client_secret") || "";
  const intentId = location.pathname.split("/").pop();
  const buttons = [...document.querySelectorAll("button")];
  // By itself this is a whole page; inside a checkout it is a dialog of the page around it.
  if (window.parent === window) document.querySelector(".Page").setAttribute("role", "main");
  const problem = document.querySelector(".Problem");

  const amount = Number(given.get("amount"));
  const currency = given.get("currency") || "";
  if (amount > 0 && /^[a-z]{3}$/.test(currency)) {
    const shown = document.querySelector(".Amount");
    shown.textContent = `${currency.toUpperCase()} ${(amount / 100).toFixed(2)}`;
    shown.hidden = false;
  }

  function leave(answer) {
    if (window.parent !== window) {
      window.parent.postMessage({ type: "stripe-standin-authenticated", intent: intentId }, "*");
      return;
    }
    if (!answer.return_url) {
      problem.textContent = "This page was opened without a way back. You can close it.";
      return;
    }
    const setup = answer.intent.object === "setup_intent";
    const name = setup ? "setup_intent" : "payment_intent";
    const back = new URL(answer.return_url);
    back.searchParams.set(name, answer.intent.id);
    back.searchParams.set(`${name}_client_secret`, clientSecret);
    back.searchParams.set("redirect_status", answer.intent.status === "succeeded" ? "succeeded" : "failed");
    location.assign(back);
  }

  async function choose(outcome) {
    buttons.forEach((button) => (button.disabled = true));
    problem.textContent = "";
    try {
      const response = await fetch(location.pathname, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ clientSecret, outcome }),
        credentials: "omit",
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.error.message);
      leave(answer);
    } catch (error) {
      problem.textContent = error.message || "The stand-in could not be reached. Try again.";
      buttons.forEach((button) => (button.disabled = false));
    }
  }

  // They come disabled: a click before this script is here would be lost without a word.
  buttons.forEach((button) => {
    button.addEventListener("click", () => choose(button.dataset.outcome));
    button.disabled = false;
  });

  // A frame gets its focus from the page around it, after it has loaded.
  window.addEventListener("focus", () => {
    if (document.activeElement === document.body) buttons[0].focus();
  });
  buttons[0].focus();
})();
