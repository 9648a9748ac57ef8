// The server is spoken to in resources/ (and offline/) alone: no SWR hook, no fetch and no API path stands elsewhere.
const isSwr = (source) => source === "swr" || source.startsWith("swr/");

/** @type {import("eslint").Rule.RuleModule} */
export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      swr: "Server state has a hook in resources/: only SWRConfig is imported elsewhere.",
      fetch: "Calls are made in resources/.",
      path: "Paths of the API stand in resources/.",
    },
  },
  create(context) {
    const checkPath = (node, text) => {
      if (text.startsWith("/api/")) context.report({ node, messageId: "path" });
    };
    return {
      ImportDeclaration: (node) => {
        if (!isSwr(node.source.value)) return;
        const others = node.specifiers.filter((one) => one.imported?.name !== "SWRConfig");
        if (others.length > 0) context.report({ node, messageId: "swr" });
      },
      CallExpression: ({ callee }) => {
        const name = callee.type === "MemberExpression" ? callee.property.name : callee.name;
        if (name === "fetch") context.report({ node: callee, messageId: "fetch" });
      },
      Literal: (node) => typeof node.value === "string" && checkPath(node, node.value),
      TemplateElement: (node) => checkPath(node, node.value.raw),
    };
  },
};
