// A browser that translates a page replaces its text nodes. React then fails as soon as it inserts an element before such
// a node, or removes the node itself: both need an element around the text.

/** Functions whose results are texts, by their names. */
const TEXT_FUNCTION = /^(?:t|format.*|.*(?:Text|Name|Line|Label|InSentence|Window))$/;

/** @type {import("eslint").Rule.RuleModule} */
export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      before: "Put this text into an element: where the browser translates the page, nothing can come or go before it.",
      conditional:
        "Put this text into an element: where the browser translates the page, a bare text cannot be removed.",
    },
  },
  create(context) {
    const isBlank = (node) =>
      (node.type === "JSXText" && (node.value.trim() === "" || !/\S/u.test(node.value))) ||
      (node.type === "JSXExpressionContainer" &&
        (node.expression.type === "JSXEmptyExpression" ||
          (node.expression.type === "Literal" && String(node.expression.value).trim() === "")));
    const isElement = (node) => node.type === "JSXElement" || node.type === "JSXFragment";
    const isText = (node) => {
      switch (node.type) {
        case "JSXText":
        case "TemplateLiteral":
          return true;
        case "Literal":
          return typeof node.value === "string" && node.value.trim() !== "";
        case "CallExpression":
          return node.callee.type === "Identifier" && TEXT_FUNCTION.test(node.callee.name);
        case "ConditionalExpression":
          return isText(node.consequent) && isText(node.alternate);
        default:
          return false;
      }
    };
    // What a name stands for may be a text, too.
    const isTextChild = (node) => {
      if (node.type === "Identifier" || node.type === "MemberExpression") return true;
      if (node.type !== "ConditionalExpression") return isText(node);
      return isTextChild(node.consequent) && isTextChild(node.alternate);
    };
    const contentOf = (child) => (child.type === "JSXExpressionContainer" ? child.expression : child);

    /** Whether an element stands here at one time and not at another. */
    const isConditionalElement = (node) => {
      if (node.type === "LogicalExpression") return isElement(node.right);
      if (node.type === "ConditionalExpression") return isElement(node.consequent) || isElement(node.alternate);
      return node.type === "CallExpression" && node.arguments.some(({ body }) => body && isElement(body));
    };
    const isNothing = (node) =>
      (node.type === "Literal" && typeof node.value !== "string") ||
      (node.type === "Identifier" && node.name === "undefined");
    /** Whether a text stands here at one time and not at another. */
    const isConditionalText = (node) => {
      if (node.type === "LogicalExpression") return node.operator === "&&" && isText(node.right);
      if (node.type !== "ConditionalExpression") return false;
      const [text, other] = isText(node.consequent)
        ? [node.consequent, node.alternate]
        : [node.alternate, node.consequent];
      return isText(text) && (isNothing(other) || isElement(other));
    };

    const isFragment = ({ type, openingElement }) =>
      type === "JSXFragment" || (type === "JSXElement" && openingElement.name.name === "Fragment");
    /** Whether a fragment holds a text that no element is around: it comes and goes with the fragment. */
    const holdsText = (node) =>
      isFragment(node) &&
      node.children.some((child) => !isBlank(child) && [contentOf(child)].some((one) => isText(one) || holdsText(one)));
    /** What stands here at one time and not at another. */
    const branchesOf = (node) => {
      if (node.type === "LogicalExpression") return [node.right];
      if (node.type === "ConditionalExpression")
        return [node.consequent, node.alternate].flatMap((one) => [one, ...branchesOf(one)]);
      return node.type === "CallExpression" ? node.arguments.flatMap(({ body }) => body ?? []) : [];
    };

    const check = (node) => {
      for (const child of node.children) {
        const isHeld = branchesOf(contentOf(child)).some(holdsText);
        if (isHeld) context.report({ node: child, messageId: "conditional" });
      }
      const children = node.children.filter((child) => !isBlank(child));
      if (children.length < 2) return;
      for (const [index, child] of children.entries()) {
        const content = contentOf(child);
        if (isConditionalText(content)) context.report({ node: child, messageId: "conditional" });
        const before = children[index - 1];
        if (before !== undefined && isTextChild(content) && isConditionalElement(contentOf(before)))
          context.report({ node: child, messageId: "before" });
      }
    };
    return { JSXElement: check, JSXFragment: check };
  },
};
