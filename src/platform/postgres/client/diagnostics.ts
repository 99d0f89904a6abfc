import { channel } from 'node:diagnostics_channel';
import type { FieldDef } from 'pg';

// Nobody listens while the product runs. A test run holds the row types of the stores against what passes here (ADR 22).

/** The strings of a template, in the call of its tag: only there a trace leads to the line that claims a row type. */
export const written = channel('praca:statement:written');

export const compiled = channel('praca:statement:compiled');
export interface Compiled {
  readonly strings: TemplateStringsArray;
  readonly text: string;
}

/** Once for each statement and connection, and not at all for a statement without columns. */
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
