import type { Block } from './document-blocks.ts';

/** Texts of these forms match any text of the same form. */
const forms = {
  'an id': /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'a time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  'a decimal amount': /^-?\d+\.\d+$/,
};
/** Statuses, kinds and coins must be equal, because the document is about them. */
const oneOfFew = /^[A-Z_]+$/;
const literalKeys = new Set(['code', 'status']);

/** Returns the differences between an answer and the document. */
export function compareAnswer(shown: Block, came: string): string[] {
  switch (shown.language) {
    case 'json':
      return compareJson(shown.text, came);
    case 'http':
      return compareResponse(shown.text, came);
    default:
      return compareLines(shown.text, came);
  }
}

/** Whether the document shows an error as the answer. */
export function showsFailure(shown: Block | undefined): boolean {
  if (shown?.language === 'http') return /^HTTP\/\S+ [45]/.test(shown.text);
  return shown?.language === 'json' && /"status": ?[45]\d\d\b/.test(shown.text);
}

/** Compares one JSON value per command. */
function compareJson(shown: string, came: string): string[] {
  const [expected, actual] = [splitJson(shown), splitJson(came)];
  if (expected.length !== actual.length)
    return [`${expected.length} JSON values are shown, but ${actual.length} was printed:\n${came}`];
  return expected.flatMap((value, index) => {
    const [one, other] = [parse(value), parse(actual[index] ?? '')];
    if (one === undefined) return [`the shown value is not JSON: ${value}`];
    return other === undefined ? [`the answer is not JSON: ${actual[index]}`] : compareShape(one, other, '$');
  });
}

/** Compares the status line exactly, headers by name only and the body by its shape. */
function compareResponse(shown: string, came: string): string[] {
  const [head = '', body = ''] = splitResponse(shown);
  const [actualHead = '', actualBody = ''] = splitResponse(came);
  const [status = '', ...headers] = head.split('\n');
  const [actualStatus = '', ...actualHeaders] = actualHead.split('\n');
  const names = new Set(actualHeaders.map(nameOf));
  return [
    ...(actualStatus === status ? [] : [`"${status}" is shown, but the status was "${actualStatus}"`]),
    ...headers
      .filter((header) => !names.has(nameOf(header)))
      .map((header) => `the header "${header}" is missing`),
    ...compareJson(body, actualBody),
  ];
}

const splitResponse = (text: string): string[] => text.replaceAll('\r', '').split(/\n\n([^]*)/);

const nameOf = (header: string): string => header.split(':', 1)[0]?.toLowerCase() ?? '';

/** Each shown line must appear, in this order. `…` matches anything. */
function compareLines(shown: string, came: string): string[] {
  const lines = came.replaceAll('\r', '').split('\n');
  for (const line of shown.split('\n')) {
    const pattern = new RegExp(`^${line.split('…').map(escapePattern).join('.*')}$`);
    const at = lines.findIndex((candidate) => pattern.test(candidate));
    if (at === -1) return [`the line "${line}" is missing or out of order:\n${came}`];
    lines.splice(0, at + 1);
  }
  return [];
}

const escapePattern = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Splits several JSON answers without a separator. */
function splitJson(text: string): string[] {
  const values: string[] = [];
  let depth = 0;
  let start = 0;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token[0] === '{' || token[0] === '[') depth += 1;
    if (token[0] === '}' || token[0] === ']') depth -= 1;
    if (depth === 0) {
      values.push(text.slice(start, token.index + token[0].length).trim());
      start = token.index + token[0].length;
    }
  }
  const rest = text.slice(start).trim();
  return rest === '' ? values : [...values, rest];
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Compares fields and types at all levels. Of the values only constants must be equal. */
function compareShape(shown: Json, came: Json, path: string): string[] {
  if (Array.isArray(shown) && Array.isArray(came)) return compareLists(shown, came, path);
  if (isObject(shown) && isObject(came)) return compareObjects(shown, came, path);
  if (kindOf(shown) !== kindOf(came)) return [differs(path, shown, came)];
  const isLiteral = typeof shown === 'boolean' || literalKeys.has(path.split('.').at(-1) ?? '');
  if (isLiteral && shown !== came) return [differs(path, shown, came)];
  return typeof shown === 'string' && typeof came === 'string' ? compareTexts(shown, came, path) : [];
}

/** Lists that may be empty: the sandbox may have mined by itself before the request. */
const perhapsEmpty = /\.mined$/;

/** A document may show the first items of a longer list. A list shown as empty must be empty. */
function compareLists(shown: Json[], came: Json[], path: string): string[] {
  if (came.length === 0 && perhapsEmpty.test(path)) return [];
  if ((shown.length === 0) !== (came.length === 0)) return [differs(path, shown, came)];
  return shown
    .slice(0, came.length)
    .flatMap((item, index) => compareShape(item, came[index] ?? null, `${path}[${index}]`));
}

function compareObjects(shown: Record<string, Json>, came: Record<string, Json>, path: string): string[] {
  const keys = new Set([...Object.keys(shown), ...Object.keys(came)]);
  return [...keys].flatMap((key) => {
    if (!(key in came)) return [`${path}.${key} is shown but missing`];
    if (!(key in shown)) return [`${path}.${key} is not shown: ${JSON.stringify(came[key])}`];
    return compareShape(shown[key] ?? null, came[key] ?? null, `${path}.${key}`);
  });
}

function compareTexts(shown: string, came: string, path: string): string[] {
  if (oneOfFew.test(shown)) return shown === came ? [] : [differs(path, shown, came)];
  return Object.entries(forms)
    .filter(([, form]) => form.test(shown) && !form.test(came))
    .map(([name]) => `${path} is shown as ${name} but was ${JSON.stringify(came)}`);
}

const differs = (path: string, shown: Json, came: Json): string =>
  `${path} is shown as ${JSON.stringify(shown)} but was ${JSON.stringify(came)}`;

const isObject = (value: Json): value is Record<string, Json> => kindOf(value) === 'object';

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
