import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';

/** Returns a token of the sandbox's PSP, or of another client. */
export async function merchantToken(
  testApp: TestApp,
  options: { clientId?: string; clientSecret?: string; scope?: string } = {},
): Promise<string> {
  const { clientId = 'sandbox-psp', clientSecret = 'sandbox-secret', scope } = options;
  const answer = await testApp.app.inject({
    method: 'POST',
    url: `/merchant/oauth/token?grant_type=client_credentials${scope === undefined ? '' : `&scope=${encodeURIComponent(scope)}`}`,
    headers: { authorization: basic(clientId, clientSecret) },
  });
  if (answer.statusCode !== 200) throw new Error(`no token: ${answer.body}`);
  return (answer.json() as { access_token: string }).access_token;
}

export function basic(clientId: string, clientSecret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
}

export interface MerchantClient {
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(path: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  put(path: string, body: object): Promise<LightMyRequestResponse>;
  delete(path: string): Promise<LightMyRequestResponse>;
}

export async function merchantClient(
  testApp: TestApp,
  options: Parameters<typeof merchantToken>[1] = {},
): Promise<MerchantClient> {
  const authorization = `Bearer ${await merchantToken(testApp, options)}`;
  return {
    get: (path, headers = {}) =>
      testApp.app.inject({ method: 'GET', url: `/merchant${path}`, headers: { authorization, ...headers } }),
    post: (path, body, headers = {}) =>
      testApp.app.inject({
        method: 'POST',
        url: `/merchant${path}`,
        headers: { authorization, ...headers },
        ...(body === undefined ? {} : { payload: body }),
      }),
    put: (path, body) =>
      testApp.app.inject({
        method: 'PUT',
        url: `/merchant${path}`,
        headers: { authorization },
        payload: body,
      }),
    delete: (path) =>
      testApp.app.inject({ method: 'DELETE', url: `/merchant${path}`, headers: { authorization } }),
  };
}
