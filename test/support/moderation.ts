import assert from 'node:assert/strict';
import { newId } from '../../src/platform/ids.ts';
import { openTokens } from '../../src/platform/tokens/tokens.ts';
import { issueStaffToken } from '../../src/social/access/staff/staff-token.ts';
import type { TestApp } from './app.ts';

export type Headers = { authorization: string };

export interface SignedIn {
  readonly id: string;
  readonly token: string;
  readonly refresh: string;
  readonly headers: Headers;
}

/** Any shape, because answers are compared with the document anyway. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Json;
}

/** Returns shortcuts for steps that moderation tests repeat. */
export async function openModeration(praca: TestApp) {
  const staffTokens = await openTokens(praca.platform, 'social staff', {
    issuer: `${praca.platform.publicUrl}/social`,
    audience: 'social-staff',
    lifetimeMs: 900_000,
  });
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    headers: Headers | Record<string, never>,
    payload?: Record<string, unknown> | Buffer,
    app: TestApp = praca,
  ): Promise<Answer> => {
    const answer = await app.app.inject({
      method,
      url: `/social${path}`,
      headers,
      ...(payload ? { payload } : {}),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: isJson ? answer.json() : {}, headers: answer.headers };
  };
  const staff = async (name: string): Promise<Headers> => {
    const email = `${name}@praca.example`;
    const [member] = await praca.sql<{ id: string }[]>`
      insert into platform.staff as s (id, email, name, password_hash, created_at)
      values (${newId()}, ${email}, ${name}, '', ${praca.clock.now()})
      on conflict (lower(email)) do update set name = s.name returning id`;
    const token = await issueStaffToken(staffTokens, { id: member?.id ?? '', email, password_hash: '' });
    return { authorization: `Bearer ${token}` };
  };
  return {
    call,
    staff,
    /** Signs in as a client does, with the name as the identifier. */
    async signIn(name: string, app: TestApp = praca): Promise<SignedIn> {
      const { status, body } = await call('POST', `/oauth/token?user_id=${name}&name=${name}`, {}, {}, app);
      assert.equal(status, 200, JSON.stringify(body));
      const headers = { authorization: `Bearer ${body['access_token']}` };
      const session = await call('GET', '/oauth/session', headers, undefined, app);
      return {
        id: session.body['user_id'],
        token: body['access_token'],
        refresh: body['refresh_token'],
        headers,
      };
    },
    /** Performs a moderation action as staff member Clara or the named one. */
    async act(
      userId: string,
      deed: string,
      payload: Record<string, unknown> = {},
      by?: Headers,
    ): Promise<Answer> {
      const headers = by ?? (await staff('clara'));
      return call('POST', `/staff/users/${userId}/${deed}`, headers, { reason: 'rude', ...payload });
    },
  };
}

export type Moderation = Awaited<ReturnType<typeof openModeration>>;
