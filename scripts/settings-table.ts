import { readFileSync, writeFileSync } from 'node:fs';
import { settingsByPart } from '../src/app.ts';
import { describeSettings, type SettingDefinitions } from '../src/platform/settings.ts';

const page = new URL('../docs/settings.md', import.meta.url);
const OPENING = '<!-- made by scripts/settings-table.ts -->';
const CLOSING = '<!-- /made by scripts/settings-table.ts -->';
const COLUMNS = ['setting', 'takes', 'sandbox', 'production', 'what it does'];

/** Returns the current page of settings and the generated one. */
export function readSettingsPage(): { readonly present: string; readonly fresh: string } {
  const present = readFileSync(page, 'utf8');
  const from = present.indexOf(OPENING);
  const to = present.indexOf(CLOSING);
  if (from === -1 || to < from)
    throw new Error(`${OPENING} and ${CLOSING} are not both there, in this order`);
  const fresh = `${present.slice(0, from + OPENING.length)}\n\n${settingsTables()}\n\n${present.slice(to)}`;
  return { present, fresh };
}

/** Returns a table for each part, with the settings required in production first. */
function settingsTables(): string {
  return Object.entries(settingsByPart)
    .map(([title, settings]) => `## ${title}\n\n${settingsTable(settings)}`)
    .join('\n\n');
}

function settingsTable(settings: SettingDefinitions): string {
  const described = describeSettings(settings);
  const isRequired = ({ production }: { production: string }): boolean => production === 'required';
  const rows = [...described.filter(isRequired), ...described.filter((setting) => !isRequired(setting))].map(
    (setting) => [
      code(setting.name),
      setting.kind,
      standard(setting.sandbox),
      standard(setting.production),
      setting.description,
    ],
  );
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows].map(line).join('\n');
}

const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;

const escapeCell = (text: string): string => text.replaceAll('|', '\\|');

const code = (text: string): string => `\`${text}\``;

/** A description in parentheses is not formatted as a value. */
function standard(text: string): string {
  if (text === 'required') return '**required**';
  return text === '' || text.startsWith('(') ? text : code(text);
}

if (import.meta.main) writeFileSync(page, readSettingsPage().fresh);
