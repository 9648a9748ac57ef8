// A button that is pressed before the app's script has arrived is pressed again once the page is alive; until
// then no form is sent, or a password would stand in the address.
(() => {
  let again = null;
  const ofForm = (event) => {
    event.preventDefault();
    again = () => event.target.requestSubmit(event.submitter);
  };
  const ofButton = (event) => {
    const button = event.target.closest("button:not([type=submit])");
    if (button) again = () => button.click();
  };
  const alive = () => {
    document.removeEventListener("submit", ofForm, true);
    document.removeEventListener("click", ofButton, true);
    again?.();
  };
  document.addEventListener("submit", ofForm, true);
  document.addEventListener("click", ofButton, true);
  document.addEventListener("app:alive", alive, { once: true });
})();
