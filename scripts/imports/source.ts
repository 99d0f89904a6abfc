/**
 * The source with comments and the text of strings, templates and regular expressions replaced by spaces.
 * Every offset stays what it was, so that whatever is found in it can be read back from the original.
 */
export function blankText(source: string): string {
  // By UTF-16 units, which offsets count in.
  const skeleton = source.split('');
  const blank = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) if (skeleton[at] !== '\n') skeleton[at] = ' ';
  };
  // One entry per template whose `${…}` is being read: how many braces are open inside it.
  const openBraces: number[] = [];
  let at = 0;
  let previous = '';

  const readTemplateText = () => {
    const start = at;
    while (at < source.length && source[at] !== '`' && !source.startsWith('${', at)) {
      at += source[at] === '\\' ? 2 : 1;
    }
    blank(start, Math.min(at, source.length));
    if (source.startsWith('${', at)) {
      openBraces.push(0);
      at += 2;
      previous = '{';
    } else {
      at += 1;
      previous = '`';
    }
  };

  while (at < source.length) {
    const character = source[at] ?? '';
    if (source.startsWith('//', at)) {
      const end = endOf(source, '\n', at);
      blank(at, end);
      at = end;
    } else if (source.startsWith('/*', at)) {
      const end = Math.min(endOf(source, '*/', at + 2) + 2, source.length);
      blank(at, end);
      at = end;
    } else if (character === "'" || character === '"') {
      const end = endOfQuoted(source, at);
      blank(at + 1, end - 1);
      at = end;
      previous = character;
    } else if (character === '`') {
      at += 1;
      readTemplateText();
    } else if (
      character === '/' &&
      startsRegularExpression(previous, source.slice(Math.max(0, at - 12), at))
    ) {
      const end = endOfRegularExpression(source, at);
      blank(at + 1, end - 1);
      at = end;
      previous = ')';
    } else {
      const depth = openBraces.at(-1);
      at += 1;
      if (character.trim() !== '') previous = character;
      if (depth === undefined) continue;
      if (character === '{') openBraces[openBraces.length - 1] = depth + 1;
      if (character === '}' && depth > 0) openBraces[openBraces.length - 1] = depth - 1;
      if (character === '}' && depth === 0) {
        openBraces.pop();
        readTemplateText();
      }
    }
  }
  return skeleton.join('');
}

function endOf(source: string, text: string, from: number): number {
  const found = source.indexOf(text, from);
  return found === -1 ? source.length : found;
}

function endOfQuoted(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== source[start] && source[at] !== '\n') {
    at += source[at] === '\\' ? 2 : 1;
  }
  return Math.min(at + 1, source.length);
}

// After a value a slash divides; after an operator or a keyword it opens a regular expression.
function startsRegularExpression(previous: string, before: string): boolean {
  if (/[\w$]/.test(previous))
    return /\b(?:return|typeof|case|in|of|do|else|void|await|yield)\s*$/.test(before);
  return !/[)\]}'"`]/.test(previous);
}

function endOfRegularExpression(source: string, start: number): number {
  let at = start + 1;
  let inClass = false;
  while (at < source.length && source[at] !== '\n' && (inClass || source[at] !== '/')) {
    if (source[at] === '[') inClass = true;
    if (source[at] === ']') inClass = false;
    at += source[at] === '\\' ? 2 : 1;
  }
  return Math.min(at + 1, source.length);
}

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** Gone once the types are: it can neither run code nor close a cycle. */
  readonly typeOnly: boolean;
}

const FORMS = [
  // import … from '…', export … from '…'
  /(?<![.\w$])(?:import|export)\s*(?<type>type\b(?!\s*(?:,|from\b)))?[\s\w$*,{}]*?\bfrom\s*(?<quote>['"])(?<text>[^'"\n]*)\k<quote>/dg,
  // import '…'
  /(?<![.\w$])import\s*(?<quote>['"])(?<text>[^'"\n]*)\k<quote>/dg,
  // import('…')
  /(?<![.\w$])(?<type>typeof\s+)?import\s*\(\s*(?<quote>['"])(?<text>[^'"\n]*)\k<quote>/dg,
];

export function findImports(source: string, skeleton: string = blankText(source)): Import[] {
  return FORMS.flatMap((form) =>
    [...skeleton.matchAll(form)].map((match) => {
      const [start, end] = match.indices?.groups?.['text'] ?? [0, 0];
      return {
        specifier: source.slice(start, end),
        line: lineAt(source, start),
        typeOnly: match.groups?.['type'] !== undefined,
      };
    }),
  ).toSorted((one, other) => one.line - other.line);
}

export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
