import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { placeToast } from "./place-toast";

/** Where an element stands, from its `data-at`: "700-760" px. */
function rectOf(this: HTMLElement): DOMRect {
  const [top = 0, bottom = 0] = (this.dataset["at"] ?? "0-0").split("-").map(Number);
  return new DOMRect(0, top, bottom > top ? 300 : 0, bottom - top);
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(rectOf);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(80);
  vi.stubGlobal("innerHeight", 844);
  vi.stubGlobal("visualViewport", null);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const nextFrame = (): Promise<unknown> =>
  act(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const floor = (): string => screen.getByTestId("toast").style.getPropertyValue("--toast-floor");

test("a toast stands above the bars, also above one that comes later", async () => {
  render(
    <>
      <nav data-bottom-bar data-at="772-844" />
      <div data-testid="toast" />
    </>,
  );
  const end = placeToast(screen.getByTestId("toast"));
  expect(floor()).toBe("72px");

  const bar = document.createElement("div");
  bar.className = "above-nav";
  bar.dataset["at"] = "700-772";
  document.body.append(bar);
  await nextFrame();

  expect(floor()).toBe("144px");
  expect(screen.getByTestId("toast")).not.toHaveAttribute("data-at-top");
  bar.remove();
  end();
});

test("a toast that would lie on a control stands at the top, until that control is gone", async () => {
  const page = (isPaid: boolean): ReactElement => (
    <>
      {!isPaid && <button data-at="770-820">Pay</button>}
      <div data-testid="toast" />
    </>
  );
  const { rerender } = render(page(false));
  const toast = screen.getByTestId("toast");
  const end = placeToast(toast);
  expect(toast).toHaveAttribute("data-at-top");

  rerender(page(true));
  await nextFrame();

  expect(toast).not.toHaveAttribute("data-at-top");
  end();
});

test("a toast stays at the foot where it would lie on a control at the top, too", () => {
  render(
    <>
      <button data-at="20-64">Menu</button>
      <button data-at="770-820">Pay</button>
      <div data-testid="toast" />
    </>,
  );
  const end = placeToast(screen.getByTestId("toast"));

  expect(screen.getByTestId("toast")).not.toHaveAttribute("data-at-top");
  end();
});
