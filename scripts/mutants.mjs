// Small faults in the page's modules: one JSON array of them, for scripts/mutants.py.
//   node scripts/mutants.mjs FILE...
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const ts = createRequire(import.meta.url)("../node_modules/typescript");
const { SyntaxKind: Kind } = ts;

const OPERATORS = new Map(Object.entries({
  "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "==": "!=", "!=": "==",
  "&&": "||", "||": "&&", "??": "&&", "+": "-", "-": "+", "*": "/", "/": "*", "%": "*",
}));
const NAMES = new Map(Object.entries({ min: "max", max: "min", some: "every", every: "some" }));

/** Replacements of a node, each with the node that it replaces. */
function* replacements(node, text) {
  if (ts.isBinaryExpression(node)) {
    const operator = OPERATORS.get(node.operatorToken.getText());
    const isText = [node.left, node.right].some((part) =>
      ts.isStringLiteralLike(part) || ts.isTemplateExpression(part));
    if (operator && !(isText && operator === "-")) yield [node.operatorToken, operator];
  } else if (ts.isPrefixUnaryExpression(node)) {
    if (node.operator === Kind.ExclamationToken || node.operator === Kind.MinusToken) {
      yield [node, `(${text(node.operand)})`];
    }
  } else if (ts.isNumericLiteral(node)) {
    yield [node, String(Number(node.text) + 1)];
  } else if (node.kind === Kind.TrueKeyword) {
    yield [node, "false"];
  } else if (node.kind === Kind.FalseKeyword) {
    yield [node, "true"];
  } else if (ts.isConditionalExpression(node)) {
    const parts = [node.condition, node.whenFalse, node.whenTrue].map(text);
    yield [node, `${parts[0]} ? ${parts[1]} : ${parts[2]}`];
  } else if (ts.isExpressionStatement(node)) {
    const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
    if (ts.isCallExpression(call) && call.expression.kind !== Kind.SuperKeyword) yield [node, ";"];
  } else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    const test = node.expression;
    if (!ts.isBinaryExpression(test) && !ts.isPrefixUnaryExpression(test)) {
      yield [test, `!(${text(test)})`];
    }
  } else if (ts.isCallExpression(node)) {
    const [first, second] = node.arguments;
    if (second && !ts.isSpreadElement(first) && !ts.isSpreadElement(second)) {
      const between = node.getSourceFile().text.slice(first.getEnd(), second.getStart());
      yield [{ getStart: () => first.getStart(), getEnd: () => second.getEnd() },
        `${text(second)}${between}${text(first)}`];
    }
    const name = ts.isPropertyAccessExpression(node.expression) && node.expression.name;
    if (name && NAMES.has(name.text)) yield [name, NAMES.get(name.text)];
  }
}

/** Every mutant of a file; offsets count characters as Python does. */
function mutantsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf-8"), ts.ScriptTarget.Latest, true);
  const lines = source.text.split("\n");
  const found = [];
  const offset = (at) => [...source.text.slice(0, at)].length;
  const text = (node) => node.getText(source);
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isThrowStatement(node) || ts.isTypeNode(node)) return;
    for (const [part, after] of replacements(node, text)) {
      const [start, end] = [part.getStart(source), part.getEnd()];
      const { line } = source.getLineAndCharacterOfPosition(start);
      found.push({
        file, line: line + 1, before: source.text.slice(start, end), after,
        start: offset(start), end: offset(end), source: lines[line].trim(),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((one) => one.before !== one.after);
}

console.log(JSON.stringify(process.argv.slice(2).flatMap(mutantsOf)));
