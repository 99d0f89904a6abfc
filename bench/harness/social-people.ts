import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import type { RunningPraca } from './praca.ts';

export interface SignedIn {
  readonly id: string;
  readonly token: string;
}

export async function signInMany(url: string, label: string, count: number): Promise<SignedIn[]> {
  const people: SignedIn[] = [];
  for (let at = 0; at < count; at += 20) {
    const batch = Array.from({ length: Math.min(20, count - at) }, (_, index) =>
      signIn(url, `${label}-${Date.now()}-${at + index}`),
    );
    people.push(...(await Promise.all(batch)));
  }
  return people;
}

async function signIn(url: string, userId: string): Promise<SignedIn> {
  const token = await ask<{ access_token: string }>(`${url}/social/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ user_id: userId, name: 'Bench' }),
  });
  const session = await ask<{ user_id: string }>(`${url}/social/oauth/session`, {
    headers: { authorization: `Bearer ${token.access_token}` },
  });
  return { id: session.user_id, token: token.access_token };
}

/** Sets up women of one age in one city, with this wanted age range. */
export async function settle(
  praca: RunningPraca,
  people: readonly SignedIn[],
  cityId: number,
  [ageFrom, ageTo]: readonly [number, number] = [18, 99],
): Promise<void> {
  const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
  await sql`
    update social.users set city_id = ${cityId}, state = (select state from social.cities where id = ${cityId}),
      gender = 'woman', birth_date = '1995-01-01', age_from = ${ageFrom}, age_to = ${ageTo}
    where id = any(${people.map((person) => person.id)}::uuid[])`;
  await sql.end();
}

export async function combine(url: string, one: SignedIn, other: SignedIn): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    await ask(`${url}/social/user/like/${to.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${from.token}` },
    });
}

async function ask<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`);
  return (await answer.json()) as T;
}
