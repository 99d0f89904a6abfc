import type { Words } from '../../http/language.ts';
import type { ConsoleAct, ConsolePage, TaskSource, Telling } from '../console-page.ts';
import {
  allows,
  concerns,
  staffKind,
  type Grant,
  type Membership,
  type Role,
} from '../people/roles.rules.ts';

/** All pages and acts. Both the menus and the access checks use this table, so they cannot differ. */
export interface ConsoleTable {
  readonly pages: readonly ConsolePage[];
  readonly acts: readonly ConsoleAct[];
  /** Messages by problem code. */
  readonly refusals: ReadonlyMap<string, Words>;
  /** Labels by the field's name in the API. */
  readonly fields: ReadonlyMap<string, Words>;
  /** Renderers by the detail's name in the audit record. Several services may use the same name. */
  readonly tellings: ReadonlyMap<string, readonly Telling[]>;
  /** Tasks of staff, from all services. */
  readonly tasks: readonly TaskSource[];
}

export type Method = 'GET' | 'POST';

/** A row of the table for one kind of organisation. */
export interface ConsoleRoute {
  readonly method: Method;
  readonly kind: string;
  readonly path: string;
  /** Path below /console. Contains `:organisation` if the kind has several. */
  readonly url: string;
  readonly grant: Grant;
}

const baseOf = (kind: string): string => (kind === staffKind ? '/staff' : `/${kind}/:organisation`);

export function listConsoleRoutes(table: ConsoleTable, kinds: readonly string[]): ConsoleRoute[] {
  return kinds.flatMap((kind) =>
    [...table.pages.map((page) => ['GET', page] as const), ...table.acts.map((act) => ['POST', act] as const)]
      .filter(([, { grant }]) => concerns(grant, kind))
      .map(([method, { path, grant }]) => ({ method, kind, path, url: `${baseOf(kind)}${path}`, grant })),
  );
}

/** Returns the address of a page in an organisation. */
export const addressIn = (
  { kind, organisation }: Pick<Membership, 'kind' | 'organisation'>,
  path: string,
): string =>
  kind === staffKind
    ? `/console/staff${path}`
    : `/console/${kind}/${encodeURIComponent(organisation)}${path}`;

export function mayUse(
  table: ConsoleTable,
  membership: { readonly kind: string; readonly role: Role },
  method: Method,
  path: string,
): boolean {
  const rows: readonly { path: string; grant: Grant }[] = method === 'GET' ? table.pages : table.acts;
  return rows.some((row) => row.path === path && allows(row.grant, membership));
}

/** Returns the pages that the role's menu or overview lists. */
export const visiblePages = (
  table: ConsoleTable,
  membership: { readonly kind: string; readonly role: Role },
): ConsolePage[] => table.pages.filter((page) => page.menu !== undefined && allows(page.grant, membership));
