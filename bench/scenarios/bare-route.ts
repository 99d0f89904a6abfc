import { bareFastify } from '../harness/servers.ts';
import { comparison, type HttpRequest } from '../scenario.ts';

const requests = (): readonly HttpRequest[] => [{ path: '/healthz' }];

export const bareRoute = comparison({
  name: 'bare route',
  what: 'GET /healthz of Praça with everything switched on, against a bare Fastify route with the same body',
  budget: 0.7,
  ours: { kind: 'praca', requests },
  limit: {
    kind: 'server',
    serve: bareFastify((app) => {
      app.get('/healthz', () => ({ status: 'ok' }));
    }),
    requests,
  },
});
