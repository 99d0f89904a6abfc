export const scopes = ['read', 'write', 'psp'] as const;
/** Of a credential that changes nothing. */
export const readOnly = ['read', 'psp'] as const;
export type Scope = (typeof scopes)[number];

export const tokenLifetimeMs = 3_600_000;

/** What a route needs: `psp` always, and one of the two besides; `none` is for the token route itself. */
export type RouteScope = 'read' | 'write' | 'none';

/** The scopes of a space-separated wish, all where there is none; undefined where one is unknown. */
export function parseScopes(text: string | undefined): Scope[] | undefined {
  if (text === undefined || text.trim() === '') return [...scopes];
  const wished = text.trim().split(/ +/);
  if (!wished.every((wish) => scopes.some((scope) => scope === wish))) return undefined;
  return scopes.filter((scope) => wished.includes(scope));
}

export function permits(granted: string, needed: Exclude<RouteScope, 'none'>): boolean {
  const list = granted.split(' ');
  return list.includes('psp') && list.includes(needed);
}
