import type { FastifyReply, FastifyRequest } from 'fastify';
import { readWishes, weightOf } from '../representations/accept.ts';
import { addVary } from '../representations/vary.ts';

/** What a cell can be made of; nothing where there is none. */
export type CsvValue = string | number | boolean | null | undefined;

/** Spreadsheets take a file without it for one in the machine's old encoding. */
const byteOrderMark = '\uFEFF';

const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/**
 * A spreadsheet runs what begins like a formula, whoever wrote it: an apostrophe in front makes it text. Also after what
 * other countries' spreadsheets separate cells by. Amounts stay numbers, below zero as well.
 */
const disarm = (text: string): string =>
  plainNumber.test(text) ? text : text.replaceAll(/(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g, "'");

/** RFC 4180. */
function toCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? disarm(value) : String(value);
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A header line, then a line for each row, with the columns in this order. */
export function toCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, CsvValue>>[],
): string {
  return byteOrderMark + toLine(columns) + toLines(columns, rows);
}

/** The same of rows that come by and by. */
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

/** By `format`, or where nothing is said there by the Accept header. */
const wantsCsv = (request: FastifyRequest): boolean => {
  const { format } = request.query as { format?: string };
  return format === undefined ? prefersCsv(request.headers.accept ?? '') : format === 'csv';
};

/** Where it is named, and nothing that JSON is counts for more. */
function prefersCsv(accept: string): boolean {
  const wishes = readWishes(accept);
  const csv = weightOf(wishes, 'text/csv');
  return csv > 0 && csv >= weightOf(wishes, 'application/json', 'application/*', '*/*');
}

/** A page of a list as JSON or, where the client would rather have it, as CSV. */
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
  // The route's schema is of the items; Fastify sends a text as it is.
  return reply.type('text/csv; charset=utf-8; header=present').send(text) as unknown as Item[];
}
