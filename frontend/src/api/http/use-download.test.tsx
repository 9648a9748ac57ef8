import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";

import { renderScreen } from "@/test/render";
import { serve } from "@/test/server";

import { useDownload } from "./use-download";

const PATH = "/api/provider/statements/2026-11.pdf";

afterEach(() => vi.unstubAllGlobals());

function Statement(): ReactElement {
  const { download, isBusy, failure } = useDownload();
  return (
    <>
      <a href={PATH} download onClick={download}>
        PDF
      </a>
      {isBusy && <p>Being made…</p>}
      <p role="alert">{failure?.text}</p>
    </>
  );
}

/** What the browser itself downloads, as a link without a handler would. */
function watchDownloads(): string[] {
  const downloads: string[] = [];
  const watching = new AbortController();
  onTestFinished(() => watching.abort());
  document.addEventListener(
    "click",
    (event) => {
      if (event.defaultPrevented) return;
      downloads.push((event.target as HTMLAnchorElement).getAttribute("href") ?? "");
      event.preventDefault();
    },
    { signal: watching.signal },
  );
  return downloads;
}

test("downloads a file as soon as it is made", async () => {
  const answers = [{ status: 202, body: {}, headers: { "Retry-After": "0.01" } }, { body: {} }];
  serve({ [`HEAD ${PATH}`]: () => answers.shift() ?? { body: {} } });
  const downloads = watchDownloads();
  renderScreen(<Statement />);

  await userEvent.click(screen.getByRole("link", { name: "PDF" }));

  await vi.waitFor(() => expect(downloads).toEqual([PATH]));
  expect(answers).toEqual([]);
  await vi.waitFor(() => expect(screen.queryByText("Being made…")).not.toBeInTheDocument());
});

test("says that it is being made", async () => {
  serve({ [`HEAD ${PATH}`]: { status: 202, body: {}, headers: { "Retry-After": "30" } } });
  renderScreen(<Statement />);

  await userEvent.click(screen.getByRole("link", { name: "PDF" }));

  expect(await screen.findByText("Being made…")).toBeVisible();
});

test("says why there is none", async () => {
  const gone = { status: 404, body: { message: "This document is gone.", code: "not_found" } };
  serve({ [`HEAD ${PATH}`]: gone, [`GET ${PATH}`]: gone });
  renderScreen(<Statement />);

  await userEvent.click(screen.getByRole("link", { name: "PDF" }));

  await vi.waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("This document is gone."));
});
