/** The browser's install prompt; it can be shown once. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> };

let saved: InstallPrompt | null = null;
let notify = (): void => undefined;

function save(event: Event | null): void {
  event?.preventDefault();
  saved = event as InstallPrompt | null;
  notify();
}

/** Suppresses the browser's own prompt and stores the event. Not every browser sends it. */
export function captureInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", save);
  window.addEventListener("appinstalled", () => save(null));
}

export const installPrompt = {
  get: (): InstallPrompt | null => saved,
  /** A single subscriber: the last one replaces the others. */
  subscribe: (listener: () => void): (() => void) => {
    notify = listener;
    return () => undefined;
  },
};
