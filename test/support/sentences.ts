/** What the code says to people, found in its source: each literal with `{1}` for what a template puts in. */

/** A literal from its quote on, with `{1}` for what a template puts in; undefined where none begins there. */
function readLiteral(source: string, at: number): { text: string; end: number } | undefined {
  const quote = source[at];
  if (quote !== "'" && quote !== '"' && quote !== '`') return undefined;
  let text = '';
  let put = 0;
  for (let index = at + 1; index < source.length; index++) {
    if (source[index] === quote) return { text, end: index + 1 };
    if (quote === '`' && source.startsWith('${', index)) {
      index = closing(source, index + 1);
      text += `{${++put}}`;
    } else if (source[index] === '\\') text += source[++index] ?? '';
    else if (source[index] === '\n' && quote !== '`') return undefined;
    else text += source[index];
  }
  return undefined;
}

/** Where the bracket that opens here closes. */
function closing(source: string, at: number): number {
  let depth = 0;
  for (let index = at; index < source.length; index++) {
    const literal = readLiteral(source, index);
    if (literal) index = literal.end - 1;
    else if ('({['.includes(source[index] ?? ' ')) depth++;
    else if (')}]'.includes(source[index] ?? ' ') && --depth === 0) return index;
  }
  return source.length;
}

/** Every literal of a stretch of code, with the comments passed over. */
export function literalsIn(source: string): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = [];
  for (let index = 0; index < source.length; index++) {
    if (source.startsWith('//', index) && source[index - 1] !== ':') index = source.indexOf('\n', index);
    // Also in a regular expression, where nothing ends it.
    else if (source.startsWith('/*', index) && source.includes('*/', index))
      index = source.indexOf('*/', index) + 1;
    if (index < 0) break;
    const literal = readLiteral(source, index);
    if (!literal) continue;
    found.push({ text: literal.text, at: index });
    index = literal.end - 1;
  }
  return found;
}

/** What follows `detail:`, up to the comma or the bracket that ends it. */
export function detailsIn(source: string): string[] {
  return [...source.matchAll(/\bdetail:/g)].flatMap(({ index }) => {
    const begin = index + 'detail:'.length;
    let end = begin;
    while (end < source.length && !',}'.includes(source[end] ?? '')) {
      const literal = readLiteral(source, end);
      end = literal ? literal.end : '([{'.includes(source[end] ?? ' ') ? closing(source, end) + 1 : end + 1;
    }
    return literalsIn(source.slice(begin, end)).map(({ text }) => text);
  });
}
