// A device's clock may be wrong: the current time comes from lib/server-clock.ts.

/** @type {import("eslint").Rule.RuleModule} */
export default {
  meta: {
    type: "problem",
    schema: [],
    messages: { clock: "The present moment is now() of lib/server-clock.ts: a phone's own clock may be wrong." },
  },
  create(context) {
    const isDate = (node) => node.type === "Identifier" && node.name === "Date";
    const report = (node) => context.report({ node, messageId: "clock" });
    return {
      // Date.now, called or passed on.
      MemberExpression: (node) => isDate(node.object) && node.property.name === "now" && report(node),
      NewExpression: (node) => isDate(node.callee) && node.arguments.length === 0 && report(node),
      CallExpression: (node) => isDate(node.callee) && report(node),
    };
  },
};
