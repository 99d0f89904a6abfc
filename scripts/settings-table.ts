import { readFileSync, writeFileSync } from 'node:fs';
import { allSettings } from '../src/app.ts';
import { describeSettings } from '../src/platform/settings.ts';

const OPENING = '<!-- settings -->';
const CLOSING = '<!-- /settings -->';
const COLUMNS = ['setting', 'takes', 'sandbox', 'production', 'what it does'];

/** The README's table of settings, without a line break at its end. */
export function settingsTable(): string {
  const rows = describeSettings(allSettings).map((setting) => [
    code(setting.name),
    setting.kind,
    standard(setting.sandbox),
    standard(setting.production),
    setting.description,
  ]);
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows].map(line).join('\n');
}

/** The text with the table between its markers made new. */
export function replaceSettingsTable(text: string): string {
  const from = text.indexOf(OPENING);
  const to = text.indexOf(CLOSING);
  if (from === -1 || to < from)
    throw new Error(`${OPENING} and ${CLOSING} are not both there, in this order`);
  return `${text.slice(0, from + OPENING.length)}\n${settingsTable()}\n${text.slice(to)}`;
}

const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;

const escapeCell = (text: string): string => text.replaceAll('|', '\\|');

const code = (text: string): string => `\`${text}\``;

/** Words about a value are not the value. */
const standard = (text: string): string =>
  text === '' || text === 'required' || text.startsWith('(') ? text : code(text);

if (import.meta.main) {
  const readme = new URL('../README.md', import.meta.url);
  writeFileSync(readme, replaceSettingsTable(readFileSync(readme, 'utf8')));
}
