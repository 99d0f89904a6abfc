import type { Edit } from './mutant.ts';
import type { Token } from './sql-tokens.ts';

/** Keywords that begin a condition. The condition is removed even if it has only one part. */
const BEFORE_CONDITION = /^(?:where|on|having)$/;
const BOUNDARY =
  /^(?:,|;|select|from|where|on|having|group|order|limit|offset|for|returning|union|intersect|except|join|inner|left|right|full|cross|lateral|window|set|values|case|when|then|else|end|do|as|insert|update|delete|with|using|conflict|into|filter|over)$/;
const TELLS = /^(?:<|<=|>|>=|=|<>|is|in|exists|between|not|like|and|or)$/;

interface Piece {
  readonly from: number;
  /** Position after the last token. */
  readonly to: number;
  /** Word before the piece. */
  readonly after: string;
}

/** Removes each part of a condition: a part of `and` becomes true, of `or` false. */
export function findConditionEdits(tokens: readonly Token[]): Edit[] {
  return piecesOf(tokens).flatMap((piece) => dropParts(tokens, piece));
}

/** Splits the tokens at boundaries, within each pair of parentheses and outside. */
function piecesOf(tokens: readonly Token[]): Piece[] {
  const pieces: Piece[] = [];
  const walk = (from: number, to: number): void => {
    let begin = from;
    let after = '';
    for (let at = from; at < to; at += 1) {
      const token = tokens[at];
      if (!token) break;
      if (token.text === '(' || token.text === '[') {
        walk(at + 1, token.partner);
        at = Math.max(at, token.partner);
      } else if (isBoundary(tokens, at)) {
        pieces.push({ from: begin, to: at, after });
        begin = at + 1;
        after = token.text;
      }
    }
    pieces.push({ from: begin, to, after });
  };
  walk(0, tokens.length);
  return pieces.filter(({ from, to }) => from < to);
}

function isBoundary(tokens: readonly Token[], index: number): boolean {
  const { text, kind } = tokens[index] ?? { text: '', kind: 'text' };
  if (kind === 'text' || kind === 'hole' || !BOUNDARY.test(text)) return false;
  // Not a boundary: `is distinct from`, and functions such as `left(…)`.
  if (text === 'from' && tokens[index - 1]?.text === 'distinct') return false;
  return !(/^(?:left|right)$/.test(text) && tokens[index + 1]?.text === '(');
}

function dropParts(tokens: readonly Token[], { from, to, after }: Piece): Edit[] {
  const { parts, word } = splitParts(tokens, from, to);
  const isClause = BEFORE_CONDITION.test(after);
  // `set a = b and c`: the first part contains the assignment, so it is kept.
  const first = after === 'set' || after === ',' ? 1 : 0;
  if (parts.length < 2 && !isClause && !isFragment(tokens, from, after)) return [];
  return parts
    .slice(parts.length < 2 ? 0 : first)
    .filter((part) => part.from < part.to && tells(tokens, part, isClause || parts.length > 1))
    .map((part) => ({
      start: tokens[part.from]?.start ?? 0,
      end: tokens[part.to - 1]?.end ?? 0,
      operator: 'sql condition',
      replacement: word === 'or' ? 'false' : 'true',
    }));
}

/** True for an SQL fragment that begins with a condition and is inserted into other statements. */
function isFragment(tokens: readonly Token[], from: number, after: string): boolean {
  return after === '' && (from === 0 || /^(?:and|or)$/.test(tokens[0]?.text ?? ''));
}

function tells(
  tokens: readonly Token[],
  { from, to }: Pick<Piece, 'from' | 'to'>,
  isCondition: boolean,
): boolean {
  if (isCondition) return !/^(?:conflict|constraint)$/.test(tokens[from]?.text ?? '');
  return tokens.slice(from, to).some(({ text, kind }) => kind !== 'text' && TELLS.test(text));
}

interface Parts {
  readonly parts: ReadonlyArray<Pick<Piece, 'from' | 'to'>>;
  readonly word: string;
}

/** Splits at `or`, which binds less tightly, otherwise at `and`. */
function splitParts(tokens: readonly Token[], from: number, to: number): Parts {
  const ors = findWords(tokens, from, to, 'or');
  const word = ors.length > 0 ? 'or' : 'and';
  const edges = ors.length > 0 ? ors : findWords(tokens, from, to, 'and');
  const begins = [from, ...edges.map((edge) => edge + 1)];
  const ends = [...edges, to];
  return { parts: begins.map((begin, index) => ({ from: begin, to: ends[index] ?? to })), word };
}

function findWords(tokens: readonly Token[], from: number, to: number, word: string): number[] {
  const found: number[] = [];
  let isBetween = false;
  for (let at = from; at < to; at += 1) {
    const { text, partner, kind } = tokens[at] ?? { text: '', partner: at, kind: 'text' };
    if (kind === 'text') continue;
    if (text === '(' || text === '[') at = Math.max(at, partner);
    if (text === 'between') isBetween = true;
    else if (text === 'and' && isBetween) isBetween = false;
    else if (text === word) found.push(at);
  }
  return found;
}
