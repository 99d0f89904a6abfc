import { channel } from 'node:diagnostics_channel';
import type { FieldDef } from 'pg';

// These channels have no subscribers in production. Test runs subscribe to compare the row types of the stores with the
// described columns (ADR 5).

/**
 * Publishes the strings of a template during the call of its tag. Only there does the stack trace contain the line that
 * states the row type.
 */
export const written = channel('praca:statement:written');

export const compiled = channel('praca:statement:compiled');
export interface Compiled {
  readonly strings: TemplateStringsArray;
  readonly text: string;
}

/** Published once per statement and connection, and never for a statement without columns. */
export const described = channel('praca:statement:described');
export interface Described {
  readonly text: string;
  readonly fields: readonly FieldDef[];
}

export const answered = channel('praca:statement:answered');
export interface Answered {
  readonly text: string;
  readonly rows: readonly Record<string, unknown>[];
}
