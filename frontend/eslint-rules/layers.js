// The allowed imports: lib <- i18n <- ui, offline <- api <- paying (the card form) <- features <- app <- entry.
// Features never import each other: routes compose them.
import path from "node:path";

/** What each folder below src/ may import, beside itself. */
const MAY_IMPORT = {
  lib: [],
  i18n: ["lib"],
  ui: ["lib", "i18n"],
  offline: ["lib", "i18n"],
  // The parts of the service worker.
  worker: ["lib", "offline"],
  api: ["lib", "i18n", "ui", "offline"],
  paying: ["lib", "i18n", "ui", "offline", "api"],
  features: ["lib", "i18n", "ui", "offline", "api", "paying"],
  app: ["lib", "i18n", "ui", "offline", "api", "paying", "features"],
  // The files directly in src/ are entry points: nothing imports them.
  entry: ["lib", "i18n", "ui", "offline", "worker", "api", "paying", "features", "app"],
};

/** The layer of a file below src/ and, for a feature, its folder. */
function placeOf(file, sourceRoot) {
  const relative = path.relative(sourceRoot, file);
  if (relative.startsWith("..")) return null;
  const [first, feature] = relative.split(path.sep);
  const layer = feature === undefined ? "entry" : first;
  return layer in MAY_IMPORT ? { layer, feature: layer === "features" ? feature : null } : null;
}

/** @type {import("eslint").Rule.RuleModule} */
export default {
  meta: {
    type: "problem",
    schema: [{ type: "object", properties: { sourceRoot: { type: "string" } } }],
    messages: {
      layer: "{{from}} must not import {{to}}: {{from}} may import only {{allowed}}.",
      feature: 'A feature never imports a feature: "{{from}}" reaches into "{{to}}". Compose them in the route.',
    },
  },
  create(context) {
    const { sourceRoot } = context.options[0];
    const from = placeOf(context.filename, sourceRoot);
    if (from === null) return {};

    const check = (node, source) => {
      if (typeof source !== "string") return;
      let target = null;
      if (source.startsWith("@/")) target = path.join(sourceRoot, source.slice(2));
      else if (source.startsWith(".")) target = path.resolve(path.dirname(context.filename), source);
      const to = target === null ? null : placeOf(target, sourceRoot);
      if (to === null) return;
      const data = { from: from.layer, to: to.layer, allowed: MAY_IMPORT[from.layer].join(", ") || "packages" };
      if (to.layer !== from.layer && !MAY_IMPORT[from.layer].includes(to.layer)) {
        context.report({ node, messageId: "layer", data });
      } else if (from.feature !== null && to.feature !== null && from.feature !== to.feature) {
        context.report({ node, messageId: "feature", data: { from: from.feature, to: to.feature } });
      }
    };
    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
    };
  },
};
