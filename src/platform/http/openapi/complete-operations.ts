import type { ApiReference, WebhookReference } from './api-reference.ts';
import { composeExample } from './compose-example.ts';
import type { OpenApiDocument, Response } from './problem-responses.ts';

export const formType = 'application/x-www-form-urlencoded';

/** Descriptions of answers that have none. `@fastify/swagger` says "Default Response". */
const successes: Readonly<Record<string, string>> = {
  200: 'The request succeeded.',
  202: 'The request was accepted. Its work continues.',
  204: 'The request succeeded. The answer has no body.',
};

/** Adds what follows from the address of an operation, from its schemas or from the service, to every operation. */
export function completeOperations(document: OpenApiDocument, reference: ApiReference): void {
  const usedTags = new Set<string>();
  const usedSchemes = new Set<string>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      operation.operationId = operationIdOf(method, path);
      operation.tags = operation.tags?.map((tag) => tag.charAt(0).toUpperCase() + tag.slice(1)) ?? [];
      // Without the empty list a generator would assume the document's default.
      operation.security ??= [];
      const { requestBody } = operation;
      // The parameters of a form may be in the query instead.
      if (requestBody && Object.keys(requestBody.content ?? {}).every((type) => type === formType))
        requestBody.required = false;
      for (const tag of operation.tags) usedTags.add(tag);
      for (const scheme of operation.security.flatMap((one) => Object.keys(one))) usedSchemes.add(scheme);
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        describeResponse(status, response);
        if (status.startsWith('2')) addExamples(response, reference, `${method.toUpperCase()} ${path}`);
      }
    }
  }
  document.tags = Object.entries(reference.tags)
    .filter(([name]) => usedTags.has(name))
    .map(([name, description]) => ({ name, description }));
  const schemes = Object.entries(document.components?.securitySchemes ?? {});
  document.components = {
    ...document.components,
    securitySchemes: Object.fromEntries(schemes.filter(([name]) => usedSchemes.has(name))),
  };
  if (reference.webhooks) document.webhooks = describeWebhooks(reference.webhooks);
}

/** Names the operation by its address, which never changes: `GET /orders/{orderId}` is `getOrdersByOrderId`. */
const operationIdOf = (method: string, path: string): string =>
  [method, ...path.split('/').map((part) => part.replace(/^\{(.*)\}/, 'by-$1'))]
    .join('-')
    .replaceAll(/[^a-z\d]+([a-z\d])/gi, (_match, letter: string) => letter.toUpperCase());

function describeResponse(status: string, response: Response): void {
  if (response.description === 'Default Response') response.description = successes[status] ?? '';
}

function addExamples({ content = {} }: Response, reference: ApiReference, operation: string): void {
  for (const [type, media] of Object.entries(content)) {
    const isText = type === 'application/json' || type.startsWith('text/');
    if (!isText || !media.schema || 'example' in media || 'examples' in media) continue;
    const example = composeExample(media.schema, reference.examples, [operation]);
    if (example !== undefined) media.example = example;
  }
}

const describeWebhooks = (webhooks: Readonly<Record<string, WebhookReference>>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(webhooks).map(([name, { summary, description, body, example }]) => [
      name,
      {
        post: {
          operationId: operationIdOf('on', name),
          summary,
          description,
          tags: ['Webhooks'],
          security: [],
          requestBody: { required: true, content: { 'application/json': { schema: body, example } } },
          responses: {
            '2XX': { description: 'The delivery is complete.' },
            410: { description: 'The endpoint is disabled and gets no more events.' },
          },
        },
      },
    ]),
  );
