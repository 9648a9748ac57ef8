// Bundles page.js with the packages of the web app: node build.mjs <frontend directory> <output directory>
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [frontend, outDir] = process.argv.slice(2);
const require = createRequire(path.join(frontend, "package.json"));
const { build } = await import(pathToFileURL(path.join(frontend, "node_modules/vite/dist/node/index.js")));
const modules = path.join(frontend, "node_modules");

await build({
  configFile: false,
  root: import.meta.dirname,
  logLevel: "error",
  define: { "process.env.NODE_ENV": '"development"' },
  resolve: {
    alias: [
      { find: /^@stripe\/stripe-js\/pure$/, replacement: path.join(modules, "@stripe/stripe-js/dist/pure.mjs") },
      { find: "@stripe/react-stripe-js", replacement: path.join(modules, "@stripe/react-stripe-js/dist/react-stripe.esm.mjs") },
      { find: "react-dom/client", replacement: require.resolve("react-dom/client") },
      { find: /^react$/, replacement: require.resolve("react") },
    ],
  },
  build: {
    outDir,
    minify: false,
    lib: { entry: path.join(import.meta.dirname, "page.js"), formats: ["iife"], name: "page", fileName: () => "page.js" },
  },
});
