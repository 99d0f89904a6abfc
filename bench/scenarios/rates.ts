import { merchantAuthorization } from '../harness/merchant-client.ts';
import { bareFastify } from '../harness/servers.ts';
import { comparison } from '../scenario.ts';

interface Prepared {
  readonly authorization: string;
  readonly body: string;
}

const path = '/merchant/rates/BTCEUR';
const authorize = ({ authorization }: Prepared) => [{ path, headers: { authorization } }];

export const rateRead = comparison<Prepared>({
  name: 'rate read',
  what: 'GET /merchant/rates/BTCEUR with a token, against a bare Fastify route with the same body',
  budget: 0.7,
  async prepare(praca) {
    const authorization = await merchantAuthorization(praca.url);
    const rate = await fetch(praca.url + path, { headers: { authorization } });
    return { authorization, body: await rate.text() };
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
