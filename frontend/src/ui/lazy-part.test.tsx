import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ComponentType, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";

import { serve } from "@/test/server";

import { FailedPart, lazyPart, SILENT } from "./lazy-part";

type Props = { name: string };

function Greeting({ name }: Props): ReactElement {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Hello {name} {count}
    </button>
  );
}

type Part = ComponentType<Props>;

/** A part whose chunk the test resolves or rejects. */
function onDemand(): { load: () => Promise<Part>; come: () => Promise<void>; fail: () => Promise<void> } {
  const asked: { resolve: (part: Part) => void; reject: (error: Error) => void }[] = [];
  const load = vi.fn<() => Promise<Part>>(() => new Promise((resolve, reject) => asked.push({ resolve, reject })));
  const settled = (settle: () => void): Promise<void> =>
    act(() => {
      settle();
      return Promise.resolve();
    });
  return {
    load,
    come: () => settled(() => asked.pop()?.resolve(Greeting)),
    fail: () => settled(() => asked.pop()?.reject(new TypeError("Failed to fetch dynamically imported module"))),
  };
}

const tryAgain = (): HTMLElement => screen.getByRole("button", { name: "Try again" });

describe("a part that comes late", () => {
  test("stands behind a skeleton until its code is there, and at once the next time", async () => {
    const { load, come } = onDemand();
    const Late = lazyPart(load);
    const { unmount } = render(<Late name="Alice" />);
    expect(screen.getByRole("status")).toHaveTextContent("Loading");

    await come();
    expect(screen.getByRole("button", { name: "Hello Alice 0" })).toBeVisible();

    unmount();
    render(<Late name="Bruno" />);
    expect(screen.getByRole("button", { name: "Hello Bruno 0" })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test("is fetched before it is shown, where somebody thinks of it", async () => {
    const { load, come } = onDemand();
    const Late = lazyPart(load);
    const fetched = Late.preload();
    await come();
    await fetched;
    render(<Late name="Alice" />);
    expect(screen.getByRole("button", { name: "Hello Alice 0" })).toBeVisible();
  });

  test("keeps its state while what is around it changes", async () => {
    const { load, come } = onDemand();
    const Late = lazyPart(load);
    const { rerender } = render(<Late name="Alice" />);
    await come();
    await userEvent.click(screen.getByRole("button", { name: "Hello Alice 0" }));
    rerender(<Late name="Bruno" />);
    expect(screen.getByRole("button", { name: "Hello Bruno 1" })).toBeVisible();
  });

  test("is no part of what the server draws", () => {
    const Late = lazyPart(() => Promise.resolve(Greeting), { Waiting: ({ name }) => <p>{name}</p> });
    expect(renderToString(<Late name="Alice" />)).toBe("<p>Alice</p>");
  });
});

describe("a part that does not come", () => {
  test("says so, and is asked for anew as often as somebody tries again; the focus stays", async () => {
    serve({ [`HEAD ${window.location.pathname}`]: { status: 503 } });
    const { load, come, fail } = onDemand();
    const Late = lazyPart(load);
    render(<Late name="Alice" />);
    await fail();
    expect(screen.getByRole("alert")).toHaveTextContent("Something went wrong");

    const button = tryAgain();
    await userEvent.click(button);
    expect(load).toHaveBeenCalledTimes(2);
    expect(button).toHaveAttribute("aria-busy", "true");
    expect(screen.queryByText("Loading...")).toBeNull();

    await fail();
    await vi.waitFor(() => expect(button).not.toHaveAttribute("aria-busy", "true"));
    expect(tryAgain()).toBe(button);
    expect(button).toHaveFocus();

    await userEvent.click(button);
    await come();
    expect(screen.getByRole("button", { name: "Hello Alice 0" })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(3);
  });

  test.each([
    ["answers", 200, 1],
    ["is in trouble", 503, 0],
  ])("has the page reloaded once it is asked for in vain, if the server %s", async (_, status, times) => {
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    serve({ [`HEAD ${window.location.pathname}`]: { status } });
    const { load, fail } = onDemand();
    const Late = lazyPart(load);
    render(<Late name="Alice" />);
    await fail();
    expect(reload).not.toHaveBeenCalled();

    await userEvent.click(tryAgain());
    await fail();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(times));
    if (times === 0) await vi.waitFor(() => expect(tryAgain()).not.toHaveAttribute("aria-busy", "true"));
  });

  test("is asked for anew when it is shown the next time", async () => {
    const { load, come, fail } = onDemand();
    const Late = lazyPart(load);
    const { unmount } = render(<Late name="Alice" />);
    await fail();
    unmount();
    render(<Late name="Alice" />);
    await come();
    expect(screen.getByRole("button", { name: "Hello Alice 0" })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test("leaves nothing where nobody waits for it", async () => {
    const { load, fail } = onDemand();
    const Late = lazyPart(load, SILENT);
    const { container } = render(<Late name="Alice" />);
    expect(container).toBeEmptyDOMElement();
    await fail();
    expect(container).toBeEmptyDOMElement();
  });

  test("has words of its own, where somebody has put them", async () => {
    const { load, come, fail } = onDemand();
    const Late = lazyPart(load, {
      Failed: ({ name }) => (
        <section aria-label={name}>
          <FailedPart />
        </section>
      ),
    });
    render(<Late name="Alice" />);
    await fail();
    expect(screen.getByRole("region", { name: "Alice" })).toContainElement(tryAgain());
    await userEvent.click(tryAgain());
    await come();
    expect(screen.getByRole("button", { name: "Hello Alice 0" })).toBeVisible();
  });
});
