// The page of a connected account: a person chooses how their visit ends, and goes back to where the link leads.
"use strict";

(() => {
  const buttons = [...document.querySelectorAll("button")];
  const problem = document.querySelector(".Problem");

  async function choose(outcome) {
    buttons.forEach((button) => (button.disabled = true));
    problem.textContent = "";
    try {
      const response = await fetch(location.pathname, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ outcome }),
        credentials: "omit",
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.error.message);
      location.assign(answer.url);
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
  buttons[0].focus();
})();
