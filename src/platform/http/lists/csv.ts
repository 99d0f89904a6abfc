import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPreferences, weightOf } from '../representations/accept.ts';
import { addVary } from '../representations/vary.ts';

/** Values of a cell. Null and undefined make an empty cell. */
export type CsvValue = string | number | boolean | null | undefined;

/** Without a byte order mark, spreadsheets assume the machine's legacy encoding. */
const byteOrderMark = '\uFEFF';

const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula, since anyone may have written the text.
 * Also after the cell separators of other locales. Amounts stay numbers, including negative ones.
 */
const disarm = (text: string): string =>
  plainNumber.test(text) ? text : text.replaceAll(/(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g, "'");

/** Writes a cell as RFC 4180 specifies. */
function toCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? disarm(value) : String(value);
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a header line and one line per row, with the columns in the given order. */
export function toCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, CsvValue>>[],
): string {
  return byteOrderMark + toLine(columns) + toLines(columns, rows);
}

/** Like `toCsv`, for rows that arrive in batches. */
export async function* streamCsv<Column extends string>(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Readonly<Record<Column, CsvValue>>[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + toLine(columns);
  for await (const rows of batches) if (rows.length > 0) yield toLines(columns, rows);
}

const toLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

const toLines = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, CsvValue>>[],
): string => rows.map((row) => toLine(columns.map((column) => toCell(row[column])))).join('');

/** Decides by the query parameter `format`, or by the Accept header if that is missing. */
const wantsCsv = (request: FastifyRequest): boolean => {
  const { format } = request.query as { format?: string };
  return format === undefined ? prefersCsv(request.headers.accept ?? '') : format === 'csv';
};

/** Returns true if the header names CSV and does not prefer JSON. */
function prefersCsv(accept: string): boolean {
  const preferences = readPreferences(accept);
  const csv = weightOf(preferences, 'text/csv');
  return csv > 0 && csv >= weightOf(preferences, 'application/json', 'application/*', '*/*');
}

/** Sends a page of a list as JSON, or as CSV if the client prefers that. */
export function sendList<Item extends object, Column extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  items: Item[],
  columns: readonly Column[],
  toRow: (item: Item) => Readonly<Record<Column, CsvValue>>,
): Item[] {
  addVary(reply, 'accept');
  if (!wantsCsv(request)) return items;
  const text = toCsv(columns, items.map(toRow));
  // The type says items because of the route's schema. Fastify sends a string unchanged.
  return reply.type('text/csv; charset=utf-8; header=present').send(text) as unknown as Item[];
}
