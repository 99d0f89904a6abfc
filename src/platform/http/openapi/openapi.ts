import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { ApiReference } from './api-reference.ts';
import { completeOperations, formType } from './complete-operations.ts';
import { relaxInputs } from './optional-inputs.ts';
import { addProblemResponses, problemsKey, type OpenApiDocument } from './problem-responses.ts';
import { problemsOf } from '../route-problems.ts';
import type { App } from '../server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Schema of a form that the route also takes. It is only described: the route reads the form itself, because an
     * invalid one is refused in another way than by validation.
     */
    describedForm?: object;
  }
}

export interface OpenApiInfo {
  title: string;
  reference: ApiReference;
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
        description: info.reference.introduction,
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
      schema: { ...schema, ...describeForm(route), [problemsKey]: problemsOf(route) } as FastifySchema,
      url: url.startsWith(info.prefix) ? url.slice(info.prefix.length) || '/' : url,
    }),
    transformObject: (made) => {
      if (!('openapiObject' in made)) throw new TypeError('the document is not of OpenAPI');
      addProblemResponses(made.openapiObject as OpenApiDocument);
      completeOperations(made.openapiObject as OpenApiDocument, info.reference);
      relaxInputs((made.openapiObject.paths ?? {}) as Parameters<typeof relaxInputs>[0]);
      return made.openapiObject;
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    void reply.header('cache-control', 'no-cache').type('application/json').serializer(JSON.stringify);
    return app.swagger();
  });
}

const describeForm = ({ config }: Pick<RouteOptions, 'config'>): object =>
  config?.describedForm ? { body: config.describedForm, consumes: [formType] } : {};
