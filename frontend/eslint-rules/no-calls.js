// Only api/ (and offline/) talk to the server: no SWR hook, fetch or API path elsewhere.
const isSwr = (source) => source === "swr" || String(source).startsWith("swr/");
const CALLS = ["fetch", "sendBeacon"];
const CONNECTIONS = ["EventSource", "WebSocket", "XMLHttpRequest"];
// "/api" alone may be the start of a concatenated path.
const API = /^\/api(?![\w-])/;
const nameOf = (callee) =>
  callee.type === "MemberExpression" ? (callee.property.name ?? callee.property.value) : callee.name;

/** @type {import("eslint").Rule.RuleModule} */
export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      swr: "Server state has a hook in api/: only SWRConfig is imported elsewhere.",
      call: "Calls are made in api/.",
      path: "Paths of the API stand in api/.",
    },
  },
  create(context) {
    const checkPath = (node, text) => {
      if (API.test(text)) context.report({ node, messageId: "path" });
    };
    return {
      ImportDeclaration: (node) => {
        if (!isSwr(node.source.value)) return;
        const others = node.specifiers.filter((one) => one.imported?.name !== "SWRConfig");
        if (others.length > 0) context.report({ node, messageId: "swr" });
      },
      ImportExpression: (node) => isSwr(node.source.value) && context.report({ node, messageId: "swr" }),
      CallExpression: ({ callee }) =>
        CALLS.includes(nameOf(callee)) && context.report({ node: callee, messageId: "call" }),
      NewExpression: ({ callee }) =>
        CONNECTIONS.includes(nameOf(callee)) && context.report({ node: callee, messageId: "call" }),
      Literal: (node) => typeof node.value === "string" && checkPath(node, node.value),
      TemplateElement: (node) => checkPath(node, node.value.raw),
    };
  },
};
