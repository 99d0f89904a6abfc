export const scopes = ['read', 'write', 'psp'] as const;
export const readOnly = ['read', 'psp'] as const;
export type Scope = (typeof scopes)[number];

export const tokenLifetimeMs = 3_600_000;

/** Scope that a route needs in addition to `psp`; `none` is for public routes such as the token route. */
export type RouteScope = 'read' | 'write' | 'none';

/** Parses a space-separated request for scopes. Without a request it returns all; with an unknown scope, undefined. */
export function parseScopes(text: string | undefined): Scope[] | undefined {
  if (text === undefined || text.trim() === '') return [...scopes];
  const requested = text.trim().split(/ +/);
  if (!requested.every((name) => scopes.some((scope) => scope === name))) return undefined;
  return scopes.filter((scope) => requested.includes(scope));
}

export function permits(granted: string, needed: Exclude<RouteScope, 'none'>): boolean {
  const list = granted.split(' ');
  return list.includes('psp') && list.includes(needed);
}
