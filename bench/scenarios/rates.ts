import { bareFastify } from '../harness/servers.ts';
import { comparison } from '../scenario.ts';

interface Prepared {
  readonly token: string;
  readonly body: string;
}

const path = '/merchant/rates/BTCEUR';
const authorize = ({ token }: Prepared) => [{ path, headers: { authorization: `Bearer ${token}` } }];

export const rateRead = comparison<Prepared>({
  name: 'rate read',
  what: 'GET /merchant/rates/BTCEUR with a token, against a bare Fastify route with the same body',
  budget: 0.7,
  async prepare(praca) {
    const answer = await fetch(`${praca.url}/merchant/oauth/token?grant_type=client_credentials`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('sandbox-psp:sandbox-secret')}` },
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const rate = await fetch(praca.url + path, { headers: { authorization: `Bearer ${token}` } });
    return { token, body: await rate.text() };
  },
  ours: { kind: 'praca', requests: authorize },
  limit: {
    kind: 'server',
    serve: bareFastify((app, { prepared }) => {
      const body = JSON.parse(prepared.body) as object;
      app.get(path, () => body);
    }),
    requests: authorize,
  },
});
