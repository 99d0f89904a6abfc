/**
 * The areas of each service, lowest first, with the features in their sub-folders. An area imports only itself and
 * areas earlier in this list. A feature with the name of its area is in the area's own folder.
 */
export const AREAS: Readonly<Record<string, ReadonlyArray<readonly [area: string, ...features: string[]]>>> =
  {
    merchant: [
      ['assets'],
      ['access', 'credentials', 'audit', 'recent-requests'],
      ['market', 'rates', 'conversions', 'open-promises'],
      ['customers', 'personal-data', 'metadata'],
      ['webhooks'],
      ['books', 'check', 'adjustments', 'claims'],
      ['chains', 'freezes', 'screeners'],
      ['orders', 'deposits', 'reports'],
      ['payouts', 'withdrawals', 'collection', 'cold-storage', 'limits', 'screening', 'unassigned'],
      ['payments', 'checkout', 'refunds', 'resolutions', 'releases'],
      ['sandbox', 'life'],
      ['console'],
    ],
    accounts: [
      ['protection', 'attempts', 'audit'],
      ['users', 'pictures', 'mails'],
      ['pages', 'document', 'link-pages'],
      ['sessions', 'id-tokens'],
      ['credentials', 'passwords', 'totp', 'social-login', 'identity-providers'],
      ['entry', 'sign-up', 'sign-in', 'recovery'],
      ['profile', 'me', 'email-change', 'export', 'erasure'],
      ['provider', 'artefacts', 'protocol', 'clients', 'hosted', 'try'],
      ['console', 'support'],
    ],
    social: [
      ['access', 'sessions', 'staff', 'suspensions', 'limits', 'paging', 'links'],
      ['delivery', 'updates', 'devices', 'push'],
      ['people', 'profiles', 'photos', 'cities', 'config', 'pairs'],
      ['meeting', 'feed', 'likes', 'blocks'],
      ['events', 'notices', 'calendars'],
      ['conversation', 'chat', 'live', 'combinations', 'cards', 'counters'],
      ['publishing', 'advertisements', 'presentation', 'pictures'],
      ['safety', 'reports', 'moderation', 'enforcement', 'appeals'],
      ['account', 'sign-in', 'data-rights', 'notifications'],
      ['sandbox'],
      ['app'],
      ['console'],
    ],
  };

/**
 * Returns the rank of an area in its service, 0 for the lowest; undefined for folders outside the order such as
 * `details`.
 */
export function rankOf(service: string, area: string): number | undefined {
  const rank = AREAS[service]?.findIndex(([name]) => name === area) ?? -1;
  return rank === -1 ? undefined : rank;
}

/** Returns the feature to which a folder of a service belongs: `payments`, or `payments/checkout`. */
export function featureOf(service: string, area: string, folder: string | undefined): string {
  const [, ...features] = AREAS[service]?.find(([name]) => name === area) ?? [];
  return folder !== undefined && features.includes(folder) ? `${area}/${folder}` : area;
}
