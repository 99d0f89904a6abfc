export interface SignedIn {
  readonly id: string;
  readonly token: string;
}

/** Users as an app would have them: signed in over the interface. */
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

/** Both like each other. */
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
