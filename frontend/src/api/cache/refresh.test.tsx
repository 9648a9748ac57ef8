import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactElement } from "react";
import { SWRConfig } from "swr";
import { expect, test } from "vitest";

import { serve, type TestServer } from "@/test/server";

import { below, keys } from "./keys";
import { useRefresh } from "./refresh";
import { swrOptions } from "./swr-options";
import { useRead } from "./use-read";

function Status(): ReactElement {
  const { data } = useRead(keys.order("1"), "cached");
  return <p>{data?.status ?? "none"}</p>;
}

function Screen(): ReactElement {
  const [isShown, setShown] = useState(true);
  const refresh = useRefresh();
  return (
    <>
      {isShown && <Status />}
      <button onClick={() => setShown(!isShown)}>toggle</button>
      <button onClick={() => void refresh(below("/api/orders"))}>refresh</button>
    </>
  );
}

function start(): TestServer {
  let count = 0;
  const server = serve({ "GET /api/orders/1": () => ({ body: { status: `answer ${(count += 1)}` } }) });
  render(
    <SWRConfig value={{ ...swrOptions, provider: () => new Map() }}>
      <Screen />
    </SWRConfig>,
  );
  return server;
}

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

test("what is on screen is fetched again at once", async () => {
  start();
  await screen.findByText("answer 1");

  await press("refresh");

  expect(await screen.findByText("answer 2")).toBeInTheDocument();
});

test("what was seen before is shown without asking again", async () => {
  const server = start();
  await screen.findByText("answer 1");

  await press("toggle");
  await press("toggle");

  expect(screen.getByText("answer 1")).toBeInTheDocument();
  expect(server.calls).toHaveLength(1);
});

test("what changed while nobody looked is fetched when it is shown the next time", async () => {
  const server = start();
  await screen.findByText("answer 1");
  await press("toggle");

  await press("refresh");
  expect(server.calls).toHaveLength(1);
  await press("toggle");

  expect(await screen.findByText("answer 2")).toBeInTheDocument();
});
