import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { StartError } from '../start-error.ts';

/**
 * Reads the settings by their names without the prefix `PRACA_`. The file may be missing unless it is configured
 * explicitly.
 */
export function readSettingsFile(named: string | undefined): Readonly<Record<string, string>> {
  const path = named ?? 'praca.env';
  if (!existsSync(path)) {
    if (named !== undefined) throw new StartError(`SETTINGS_FILE names ${path}, which does not exist.`);
    return {};
  }
  return parseSettings(readText(path), path);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'EISDIR':
        throw new StartError(`The settings file ${path} is a directory: SETTINGS_FILE takes a file in it.`);
      case 'EACCES':
        throw new StartError(`The settings file ${path} may not be read by this user.`);
      default:
        throw error;
    }
  }
}

const nothing = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y;
const beginning = /[ \t]*(?:export[ \t]+)?(?:PRACA_)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*/y;
/** Matches a quoted value, which may span several lines. */
const quoted = /(["'`])(?:(?!\1)[^])*\1[ \t]*(?:#[^\n]*)?(?:\n|$)/y;
const unquoted = /(?!["'`])[^\n]*(?:\n|$)/y;

/**
 * Parses the file. Values are read as Node reads them. Node ignores lines that it cannot parse, so that a misspelt
 * security setting would silently have no effect; here such a line is an error.
 */
function parseSettings(content: string, path: string): Record<string, string> {
  const text = content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const settings: Record<string, string> = {};
  const lines = new Map<string, number>();
  let at = 0;
  const take = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at;
    const match = form.exec(text);
    if (match) at = form.lastIndex;
    return match;
  };
  while (at < text.length) {
    if (take(nothing)) continue;
    const start = at;
    const line = text.slice(0, start).split('\n').length;
    const refuse = (why: string): StartError => new StartError(`${path}, line ${line}: ${why}`);
    const name = take(beginning)?.[1];
    if (name === undefined) throw refuse('a line is NAME=value, a comment that begins with #, or empty.');
    const valueAt = at;
    if (take(unquoted)) {
      if (isCutShort(text.slice(valueAt - 1, at)))
        throw refuse(`the # in the value of ${name} would begin a comment: put the value in quotes.`);
    } else if (!take(quoted)) throw refuse(describeQuote(name, text.slice(valueAt)));
    if (name === 'SETTINGS_FILE') throw refuse(misplaced);
    const before = lines.get(name);
    if (before !== undefined)
      throw refuse(`${name} is given twice, and counts once: line ${before} has it already.`);
    lines.set(name, line);
    settings[name] = Object.values(parseEnv(text.slice(start, at)))[0] ?? '';
  }
  return settings;
}

/** Returns true for a `#` without white space before it. Node treats every `#` as the start of a comment. */
const isCutShort = (value: string): boolean => /^[^#]*[^# \t]#/.test(value);

const describeQuote = (name: string, value: string): string =>
  value.indexOf(value.charAt(0), 1) === -1
    ? `the quote before the value of ${name} is never closed.`
    : `behind the closing quote of ${name} there is more than a comment.`;

const misplaced =
  'SETTINGS_FILE says where this file is, so it counts only on the command line and in the environment.';
