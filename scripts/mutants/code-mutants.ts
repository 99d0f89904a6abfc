import { parseSync, visitorKeys, type Node } from 'oxc-parser';
import type { Edit } from './mutant.ts';

/** `all` for rules; `conditions` for stores, whose work is done in SQL. */
export type CodeScope = 'all' | 'conditions';

const CONDITIONS = new Set(['condition', 'bound', 'equality', 'operand', 'negation']);
/** The off-by-one variant and the opposite. */
const COMPARISONS: Readonly<Record<string, readonly [bound: string, opposite: string]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
};
const SWAPPED: Readonly<Record<string, readonly [operator: string, swapped: string]>> = {
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  '**': ['arithmetic', '*'],
  '&': ['arithmetic', '|'],
  '|': ['arithmetic', '&'],
  '<<': ['arithmetic', '>>'],
  '>>': ['arithmetic', '<<'],
  '+=': ['arithmetic', '-='],
  '-=': ['arithmetic', '+='],
};
const OTHER_METHOD: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  padStart: 'padEnd',
  padEnd: 'padStart',
};
const LEFT_OUT_METHODS = new Set(
  'filter slice sort toSorted reverse toReversed trim trimEnd trimStart normalize substring'.split(' '),
);
/**
 * Longest list whose entries are mutated. Longer lists of plain words or numbers are data: a test of each entry would
 * only copy the list.
 */
const LONGEST_LIST = 6;

/** Skips `assert` and bare `Error`, which no test can trigger, and error texts, which are for people. */
const isLeftAlone = (node: Node): boolean => {
  if (node.type === 'IfStatement') return isBareError(node.consequent);
  if (/^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|ExportAll)/.test(node.type))
    return true;
  if (node.type === 'ExpressionStatement') return isAssert(node.expression);
  if (node.type === 'NewExpression')
    return node.callee.type === 'Identifier' && node.callee.name.endsWith('Error');
  return (
    node.type === 'Property' && node.key.type === 'Identifier' && /^(?:detail|title)$/.test(node.key.name)
  );
};

function isAssert(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const { callee } = node;
  const named = callee.type === 'MemberExpression' ? callee.object : callee;
  return named.type === 'Identifier' && named.name === 'assert';
}

const isBareError = (node: Node): boolean =>
  node.type === 'ThrowStatement' &&
  node.argument.type === 'NewExpression' &&
  node.argument.callee.type === 'Identifier' &&
  node.argument.callee.name === 'Error';

/** Returns the mutations of a file's code, without its SQL. */
export function findCodeEdits(source: string, scope: CodeScope): Edit[] {
  const { program } = parseSync('source.ts', source, { sourceType: 'module', preserveParens: false });
  const edits: Edit[] = [];
  const visit = (node: Node, parent: Node | undefined): void => {
    if (isLeftAlone(node)) return;
    edits.push(...editsOf(node, parent, source));
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(program, undefined);
  return edits.filter(({ operator }) => scope === 'all' || CONDITIONS.has(operator));
}

function childrenOf(node: Node): Node[] {
  const fields = node as unknown as Readonly<Record<string, Node | Array<Node | null> | null | undefined>>;
  return (visitorKeys[node.type] ?? [])
    .filter((key) => !(key === 'key' && node.type === 'Property' && !node.computed))
    .filter((key) => !(key === 'right' && node.type === 'LogicalExpression' && isNone(node)))
    .flatMap((key) => fields[key] ?? [])
    .filter((child) => child !== null && !isListedWord(child, node)) as Node[];
}

const isNone = ({ operator, left, right }: Extract<Node, { type: 'LogicalExpression' }>): boolean =>
  right.type === 'Literal' && isForCompiler(operator, left);

const isListedWord = (node: Node, parent: Node): boolean =>
  parent.type === 'ArrayExpression' &&
  parent.elements.length > LONGEST_LIST &&
  parent.elements.every((element) => element?.type === 'Literal') &&
  node.type === 'Literal';

function editsOf(node: Node, parent: Node | undefined, source: string): Edit[] {
  const text = ({ start, end }: Node): string => source.slice(start, end);
  const whole = (operator: string, replacement: string): Edit => ({
    start: node.start,
    end: node.end,
    operator,
    replacement,
  });
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((replacement) => ({
        ...spanOf(node.test),
        operator: 'condition',
        replacement,
      }));
    case 'WhileStatement':
      return [{ ...spanOf(node.test), operator: 'condition', replacement: 'false' }];
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return swapOperator(node, parent, source);
    case 'LogicalExpression':
      return dropOperands(node, text).map((kept) => whole('operand', `(${kept})`));
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-'
        ? [whole('negation', `(${text(node.argument)})`)]
        : [];
    case 'UpdateExpression':
      return [
        whole(
          'arithmetic',
          text(node).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')),
        ),
      ];
    case 'Literal':
      return otherValues(node, parent).map((value) => whole('constant', value));
    case 'TemplateLiteral':
      return parent?.type !== 'TaggedTemplateExpression' &&
        !/\s/.test(node.quasis.map((one) => one.value.raw).join(''))
        ? [whole('constant', '``')]
        : [];
    case 'ArrayExpression':
      return node.elements.length > 0 ? [whole('constant', '[]')] : [];
    case 'ExpressionStatement':
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      return [whole('statement', '{}')];
    case 'CallExpression':
      return otherCalls(node, text).map((call) => whole('method', call));
    default:
      return [];
  }
}

const spanOf = ({ start, end }: Node): { start: number; end: number } => ({ start, end });

function swapOperator(
  { left, right, operator }: Extract<Node, { type: 'BinaryExpression' | 'AssignmentExpression' }>,
  parent: Node | undefined,
  source: string,
): Edit[] {
  const start = source.indexOf(operator, left.end);
  const span = { start, end: start + operator.length };
  const [bound, opposite] = COMPARISONS[operator] ?? [];
  if (bound !== undefined && opposite !== undefined && start < right.start) {
    // A condition is already replaced by true and false.
    const isTest = parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression';
    return [
      { ...span, operator: 'bound', replacement: bound },
      ...(isTest ? [] : [{ ...span, operator: 'bound', replacement: opposite }]),
    ];
  }
  const [kind, swapped] = SWAPPED[operator] ?? [];
  const joinsTexts = operator === '+' && [left, right].some((side) => /^'|^`/.test(source.slice(side.start)));
  return kind === undefined || swapped === undefined || joinsTexts
    ? []
    : [{ ...span, operator: kind, replacement: swapped }];
}

function dropOperands(
  { left, right, operator }: Extract<Node, { type: 'LogicalExpression' }>,
  text: (node: Node) => string,
): string[] {
  return isForCompiler(operator, left) ? [text(right)] : [text(left), text(right)];
}

/** `list[0] ?? none` and `row?.sum ?? none`: a default that only the compiler needs. */
const isForCompiler = (operator: string, left: Node): boolean =>
  operator === '??' &&
  (left.type === 'ChainExpression' || (left.type === 'MemberExpression' && left.computed));

function otherValues(node: Extract<Node, { type: 'Literal' }>, parent: Node | undefined): string[] {
  const { value } = node;
  if ('regex' in node) return otherPatterns(node.regex.pattern, node.regex.flags);
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value === 'number') return [String(value + 1)];
  if (typeof value === 'bigint') return [`${value + 1n}n`];
  // A text with a space is a sentence for people.
  if (typeof value !== 'string' || /\s/.test(value) || parent?.type === 'ExpressionStatement') return [];
  return [value === '' ? `'other'` : `''`];
}

function otherPatterns(pattern: string, flags: string): string[] {
  const write = (changed: string, changedFlags = flags) => `/${changed}/${changedFlags}`;
  return [
    ...(pattern.startsWith('^') && pattern.length > 1 ? [write(pattern.slice(1))] : []),
    ...(pattern.endsWith('$') && !pattern.endsWith('\\$') && pattern.length > 1
      ? [write(pattern.slice(0, -1))]
      : []),
    ...(flags.includes('i') ? [write(pattern, flags.replace('i', ''))] : []),
  ];
}

function otherCalls(
  { callee, arguments: given }: Extract<Node, { type: 'CallExpression' }>,
  text: (node: Node) => string,
): string[] {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed)
    return [];
  const { name } = callee.property;
  const other = Object.hasOwn(OTHER_METHOD, name) ? OTHER_METHOD[name] : undefined;
  if (LEFT_OUT_METHODS.has(name)) return [text(callee.object)];
  return other === undefined ? [] : [`${text(callee.object)}.${other}(${given.map(text).join(', ')})`];
}
