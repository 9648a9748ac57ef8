import { expect, test } from "vitest";

import { routeList, type Path } from "./route-list";
import routesFile from "./routes.json";

const modules = import.meta.glob<Record<string, unknown>>(["../features/*/*-page.tsx", "./pages/*-page.tsx"]);

/** The components of a source file, named as the server names it: from the front end's folder. */
async function exportsOf(file: string): Promise<unknown[]> {
  const load = modules[file.replace("src/app/", "./").replace("src/", "../")];
  return load === undefined ? [] : Object.values(await load());
}

test.each(Object.keys(routeList) as Path[])("the server has the browser fetch early what %s shows", async (path) => {
  const { page, texts, guard } = routeList[path];
  const { code, texts: early } = routesFile.routes[path];
  const [file = "", ...others] = code;

  expect(await exportsOf(file)).toContain(await page());
  expect(others).toEqual(guard === undefined ? [] : ["src/app/account-boundary.tsx"]);
  expect(early).toEqual(texts);
});
