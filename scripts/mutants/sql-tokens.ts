export interface Token {
  /** Words in lower case; `$` for an interpolated value. */
  readonly text: string;
  readonly kind: 'word' | 'text' | 'number' | 'hole' | 'sign';
  readonly start: number;
  readonly end: number;
  /** Index of the matching parenthesis; its own index for other tokens. */
  readonly partner: number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const SHAPES: ReadonlyArray<readonly [Token['kind'] | undefined, RegExp]> = [
  [undefined, /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y],
  ['text', /'(?:[^']|'')*'|"[^"]*"/y],
  ['word', /[a-z_][\w.]*/iy],
  ['number', /\d[\w.]*/y],
  ['sign', /::|<=|>=|<>|!=|\|\||->>|->|#>>|@>|<@|&&|=>|[^\s\w]/y],
];

/** Tokenises the SQL text in a span of the source, with holes for interpolated values. */
export function readTokens(source: string, { start, end }: Span, holes: readonly Span[]): Token[] {
  const tokens: Token[] = [];
  for (let at = start; at < end;) {
    const hole = holes.find((one) => one.start === at);
    const limit = holes.find((one) => one.start > at)?.start ?? end;
    const next = hole ? { ...hole, text: '$', kind: 'hole' as const } : readToken(source, at, limit);
    if (next.kind !== undefined) tokens.push({ ...next, kind: next.kind, partner: tokens.length });
    at = next.end;
  }
  return pairParentheses(tokens);
}

interface Read extends Span {
  readonly text: string;
  /** Undefined for text between tokens. */
  readonly kind: Token['kind'] | undefined;
}

function readToken(source: string, at: number, limit: number): Read {
  for (const [kind, shape] of SHAPES) {
    shape.lastIndex = at;
    const found = shape.exec(source)?.[0];
    if (found === undefined) continue;
    const end = Math.min(at + found.length, limit);
    return { start: at, end, kind, text: source.slice(at, end).toLowerCase() };
  }
  return { start: at, end: at + 1, kind: undefined, text: '' };
}

function pairParentheses(tokens: readonly Token[]): Token[] {
  const open: number[] = [];
  const partners = new Map<number, number>();
  for (const [index, { text, kind }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    if (text === '(' || text === '[') open.push(index);
    if (text !== ')' && text !== ']') continue;
    const partner = open.pop();
    if (partner !== undefined) partners.set(partner, index).set(index, partner);
  }
  return tokens.map((token, index) => ({ ...token, partner: partners.get(index) ?? index }));
}
