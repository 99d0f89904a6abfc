import { newId } from '../../src/platform/ids.ts';
import { openTokens } from '../../src/platform/tokens/tokens.ts';
import { issueStaffToken } from '../../src/social/access/staff/staff-token.ts';
import type { TestApp } from './app.ts';

export interface Person {
  readonly id: string;
  readonly sessionId: string;
  readonly token: string;
  /** For `app.inject({ headers })` and `fetch`. */
  readonly headers: { authorization: string };
}

export interface People {
  /** Creates users, each with a session and a token. */
  create(count: number): Promise<Person[]>;
  /** Lets both like each other. */
  combine(one: Person, other: Person): Promise<void>;
  staffHeaders(): Promise<{ authorization: string }>;
}

/** Inserts users directly, because signing in one by one would take longer than the test. */
export async function openPeople({ platform, sql, clock }: TestApp): Promise<People> {
  const issuer = `${platform.publicUrl}/social`;
  const tokens = await openTokens(platform, 'social access', {
    issuer,
    audience: 'social',
    lifetimeMs: 3_600_000,
  });
  const staffTokens = await openTokens(platform, 'social staff', {
    issuer,
    audience: 'social-staff',
    lifetimeMs: 3_600_000,
  });
  return {
    async create(count) {
      const pairs = Array.from({ length: count }, () => ({ id: newId(), sessionId: newId() }));
      const now = clock.now();
      const ids = pairs.map((pair) => pair.id);
      await sql`
        insert into social.users (id, provider, login_id, name, last_active_at, created_at)
        select id, 'test', id::text, 'Person ' || position, ${now}, ${now}
        from unnest(${ids}::uuid[]) with ordinality as given (id, position)`;
      await sql`
        insert into social.sessions (id, user_id, sealed_key, created_at, expires_at)
        select session_id, user_id, '', ${now}, ${new Date(now.getTime() + 400 * 86_400_000)}
        from unnest(${pairs.map((pair) => pair.sessionId)}::uuid[], ${ids}::uuid[]) as given (session_id, user_id)`;
      return Promise.all(
        pairs.map(async (pair) => {
          const token = await tokens.issue({ sub: pair.id, sid: pair.sessionId });
          return { ...pair, token, headers: { authorization: `Bearer ${token}` } };
        }),
      );
    },
    async combine(one, other) {
      const [low = '', high = ''] = [one.id, other.id].toSorted((a, b) => (a < b ? -1 : 1));
      const now = clock.now();
      await sql`
        insert into social.pairs (low_id, high_id, low_liked_at, high_liked_at, combined_at)
        values (${low}, ${high}, ${now}, ${now}, ${now})`;
    },
    async staffHeaders() {
      const [member] = await sql<{ id: string }[]>`
        insert into platform.staff as s (id, email, name, password_hash, created_at)
        values (${newId()}, 'staff@praca.example', 'Staff', '', ${clock.now()})
        on conflict (lower(email)) do update set name = s.name returning id`;
      const token = await issueStaffToken(staffTokens, {
        id: member?.id ?? '',
        email: 'staff@praca.example',
        password_hash: '',
      });
      return { authorization: `Bearer ${token}` };
    },
  };
}
