import swagger from '@fastify/swagger';
import { relaxInputs } from './optional-inputs.ts';
import { addProblemResponses, problemsKey, type OpenApiDocument } from './problem-responses.ts';
import { problemsOf } from '../route-problems.ts';
import type { App } from '../server.ts';

export interface OpenApiInfo {
  title: string;
  description: string;
  version: string;
  publicUrl: string;
  prefix: string;
}

/**
 * Serves `/<service>/openapi.json` for the routes of the enclosing plugin. Call it before they are added. The document
 * is built on the first request, so that it costs no time at start.
 */
export async function addOpenApi(app: App, info: OpenApiInfo): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: info.title,
        description: info.description,
        version: info.version,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: info.publicUrl + info.prefix }],
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic', description: 'Client id and client secret.' },
          bearer: { type: 'http', scheme: 'bearer', description: 'The access token of this service.' },
        },
      },
    },
    stripBasePath: true,
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, [problemsKey]: problemsOf(route) },
      url: url.startsWith(info.prefix) ? url.slice(info.prefix.length) || '/' : url,
    }),
    transformObject: (made) => {
      if (!('openapiObject' in made)) throw new TypeError('the document is not of OpenAPI');
      addProblemResponses(made.openapiObject as OpenApiDocument);
      relaxInputs((made.openapiObject.paths ?? {}) as Parameters<typeof relaxInputs>[0]);
      return made.openapiObject;
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    void reply.header('cache-control', 'no-cache').type('application/json').serializer(JSON.stringify);
    return app.swagger();
  });
}
