import type { TranslateDetail } from '../../http/details/translate-detail.ts';
import type { Words } from '../organisations.ts';
import type { ConsoleAct, ConsolePage, Telling } from '../console-page.ts';
import {
  allows,
  concerns,
  staffKind,
  type Grant,
  type Membership,
  type Role,
} from '../people/roles.rules.ts';

/** Every page and act that there is: what a role sees, and what its requests are answered with, both come from here. */
export interface ConsoleTable {
  readonly pages: readonly ConsolePage[];
  readonly acts: readonly ConsoleAct[];
  /** By the code of the problem. */
  readonly refusals: ReadonlyMap<string, Words>;
  /** By their names in the API. */
  readonly fields: ReadonlyMap<string, Words>;
  /** By the names in the audit record; several services may have one of the same name. */
  readonly tellings: ReadonlyMap<string, readonly Telling[]>;
  readonly translate: TranslateDetail;
}

export type Method = 'GET' | 'POST';

/** One row of the table, as it is mounted for one kind of organisation. */
export interface ConsoleRoute {
  readonly method: Method;
  readonly kind: string;
  readonly path: string;
  /** Below /console, with `:organisation` where there are several of the kind. */
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

/** The address of a page in an organisation. */
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

/** What a menu or an overview of this role lists. */
export const visiblePages = (
  table: ConsoleTable,
  membership: { readonly kind: string; readonly role: Role },
): ConsolePage[] => table.pages.filter((page) => page.menu !== undefined && allows(page.grant, membership));
