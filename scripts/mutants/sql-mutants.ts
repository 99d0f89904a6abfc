import { parseSync, Visitor } from 'oxc-parser';
import type { Edit } from './mutant.ts';
import { findConditionEdits } from './sql-conditions.ts';
import { readTokens, type Span, type Token } from './sql-tokens.ts';

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '<>': '=',
  least: 'greatest',
  greatest: 'least',
  min: 'max',
  max: 'min',
  true: 'false',
  false: 'true',
  bool_or: 'bool_and',
  bool_and: 'bool_or',
};

/** Returns the mutations of a file's SQL in templates with the tag `sql` or `tx`. */
export function findSqlEdits(source: string): Edit[] {
  const edits: Edit[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (!/(?:^|\.)(?:sql|tx)$/.test(source.slice(tag.start, tag.end))) return;
      const first = quasi.quasis[0];
      const last = quasi.quasis.at(-1);
      if (!first || !last) return;
      const holes = quasi.quasis.slice(0, -1).map((one, index) => {
        const next = quasi.quasis[index + 1];
        return {
          start: source.indexOf('${', one.start + one.value.raw.length),
          end: beginOf(next ?? last, source),
        };
      });
      edits.push(
        ...findEdits(readTokens(source, { start: quasi.start + 1, end: quasi.end - 1 }, holes), source),
      );
    },
  }).visit(parseSync('source.ts', source, { sourceType: 'module' }).program);
  return edits;
}

/** Returns the start of a template part; parsers differ on whether it includes the brace. */
const beginOf = ({ start }: Span, source: string): number => (source[start] === '}' ? start + 1 : start);

function findEdits(tokens: readonly Token[], source: string): Edit[] {
  return [
    ...findConditionEdits(tokens),
    ...tokens.flatMap((_, index) => [
      ...swapWord(tokens, index),
      ...negate(tokens, index),
      ...dropClause(tokens, index),
      ...turnOrder(tokens, index, source),
    ]),
  ];
}

const textAt = (tokens: readonly Token[], index: number): string => tokens[index]?.text ?? '';

/** Returns the span from one token to another, both included. */
function spanOf(tokens: readonly Token[], from: number, to = from): Span {
  return { start: tokens[from]?.start ?? 0, end: tokens[to]?.end ?? 0 };
}

function swapWord(tokens: readonly Token[], index: number): Edit[] {
  const { text, kind } = tokens[index] ?? { text: '', kind: 'text' };
  const isCall = textAt(tokens, index + 1) === '(';
  if (kind === 'text' || (/^(?:least|greatest|min|max|bool_)/.test(text) && !isCall)) return [];
  const span = spanOf(tokens, index);
  if (text === '=' && !isAssignment(tokens, index))
    return [{ ...span, operator: 'sql comparison', replacement: '<>' }];
  if ((text === '+' || text === '-') && /^[\w$)']/.test(textAt(tokens, index - 1))) {
    return [{ ...span, operator: 'sql arithmetic', replacement: text === '+' ? '-' : '+' }];
  }
  const swapped = Object.hasOwn(SWAPPED, text) ? SWAPPED[text] : undefined;
  return swapped === undefined ? [] : [{ ...span, operator: 'sql comparison', replacement: swapped }];
}

/** `set a = …, b = …`: one name separates `=` from the last `set` or comma. */
function isAssignment(tokens: readonly Token[], index: number): boolean {
  const before = textAt(tokens, index - 2);
  if (before === 'set') return true;
  if (before !== ',') return false;
  let cases = 0;
  for (let at = index - 3; at >= 0; at -= 1) {
    const { text, partner } = tokens[at] ?? { text: '', partner: at };
    if (text === 'end') cases += 1;
    if (text === 'case') cases -= 1;
    if (text === ')') at = partner;
    if (cases > 0) continue;
    if (text === 'set') return true;
    if (/^(?:where|on|having|and|or|from|select|values|\()$/.test(text)) return false;
  }
  return false;
}

function negate(tokens: readonly Token[], index: number): Edit[] {
  const edit = (from: number, to: number, replacement: string): Edit[] => [
    { ...spanOf(tokens, from, to), operator: 'sql negation', replacement },
  ];
  const [text, next, third] = [0, 1, 2].map((offset) => textAt(tokens, index + offset));
  if (text === 'is' && next === 'not') return edit(index, index + 1, 'is');
  if (text === 'is' && (next === 'null' || next === 'distinct' || next === 'true'))
    return edit(index, index, 'is not');
  if (
    text === 'not' &&
    textAt(tokens, index - 1) !== 'is' &&
    /^(?:exists|in|\(|[a-z_.]+)$/.test(next ?? '')
  ) {
    if (next === 'materialized' || next === 'valid') return [];
    return edit(index, index, '');
  }
  if (text === 'exists' && !/^(?:not|if)$/.test(textAt(tokens, index - 1)))
    return edit(index, index, 'not exists');
  if (text === 'in' && next === '(' && textAt(tokens, index - 1) !== 'not' && third !== undefined) {
    return edit(index, index, 'not in');
  }
  return [];
}

/** Removes locks, limits, `distinct`, outer joins, and conflict actions. */
function dropClause(tokens: readonly Token[], index: number): Edit[] {
  const edit = (to: number, replacement: string, operator: string): Edit => {
    return { ...spanOf(tokens, index, to), operator, replacement };
  };
  const [text, next, third] = [0, 1, 2].map((offset) => textAt(tokens, index + offset));
  if (text === 'for' && /^(?:update|no|share|key)$/.test(next ?? '')) {
    return [edit(endOfLock(tokens, index), '', 'sql lock')];
  }
  if ((text === 'skip' && next === 'locked') || text === 'nowait') {
    return [edit(text === 'skip' ? index + 1 : index, '', 'sql lock')];
  }
  if (text === 'limit' && next !== '') return [edit(index + 1, '', 'sql limit')];
  if (text === 'distinct' && !/^(?:is|not)$/.test(textAt(tokens, index - 1)) && next !== 'on') {
    return [edit(index, '', 'sql distinct')];
  }
  if (text === 'left' && (next === 'join' || next === 'outer')) return [edit(index, '', 'sql join')];
  if (text === 'union') {
    return next === 'all' ? [edit(index + 1, 'union', 'sql union')] : [edit(index, 'union all', 'sql union')];
  }
  if (text === 'on' && next === 'conflict') return changeConflict(tokens, index, third ?? '');
  return [];
}

function endOfLock(tokens: readonly Token[], index: number): number {
  let end = index;
  while (/^(?:for|no|key|update|share|of|skip|locked|nowait)$/.test(textAt(tokens, end + 1))) {
    end += textAt(tokens, end + 1) === 'of' ? 2 : 1;
  }
  return end;
}

function changeConflict(tokens: readonly Token[], index: number, third: string): Edit[] {
  let action = index + 2;
  if (third === '(') action = (tokens[action]?.partner ?? action) + 1;
  while (action < tokens.length && textAt(tokens, action) !== 'do') action += 1;
  const operator = 'sql conflict';
  if (textAt(tokens, action + 1) === 'nothing') {
    return [{ ...spanOf(tokens, index, action + 1), operator, replacement: '' }];
  }
  let end = action + 1;
  while (end + 1 < tokens.length && !/^(?:returning|\))$/.test(textAt(tokens, end + 1))) {
    end += 1;
    if (textAt(tokens, end) === '(') end = tokens[end]?.partner ?? end;
  }
  return [{ ...spanOf(tokens, action, end), operator, replacement: 'do nothing' }];
}

/** Reverses each item of an `order by`. */
function turnOrder(tokens: readonly Token[], index: number, source: string): Edit[] {
  if (textAt(tokens, index) !== 'order' || textAt(tokens, index + 1) !== 'by') return [];
  const edits: Edit[] = [];
  const turn = (last: number): void => {
    const direction = textAt(tokens, last);
    const span = spanOf(tokens, last);
    const turned =
      direction === 'desc' ? '' : direction === 'asc' ? 'desc' : `${source.slice(span.start, span.end)} desc`;
    edits.push({ ...span, operator: 'sql order', replacement: turned });
  };
  let at = index + 2;
  for (; at < tokens.length; at += 1) {
    const { text, partner } = tokens[at] ?? { text: '', partner: at };
    if (/^(?:limit|for|offset|fetch|returning|union|nulls|rows|range|on|\)|\])$/.test(text)) break;
    if (text === ',') turn(at - 1);
    if (text === '(' || text === '[') at = partner;
  }
  turn(at - 1);
  return edits;
}
