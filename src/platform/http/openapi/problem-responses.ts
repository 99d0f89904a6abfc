import type { ProblemCatalogue, ProblemDefinition } from '../../problem.ts';

/** The parts of the document of `@fastify/swagger` that are read or written here. */
export interface OpenApiDocument {
  paths?: Record<string, Record<string, Operation>>;
  tags?: { name: string; description: string }[];
  webhooks?: Record<string, object>;
  components?: {
    schemas?: Record<string, object>;
    responses?: Record<string, object>;
    securitySchemes?: Record<string, object>;
  };
}
export interface Operation {
  operationId?: string;
  tags?: string[];
  security?: object[];
  requestBody?: { required?: boolean; content?: Record<string, object> };
  responses?: Record<string, Response>;
  [problemsKey]?: ProblemCatalogue;
}
export interface Response {
  description?: string;
  content?: Record<string, { schema?: object; example?: unknown }>;
}

/** Key under which a route's problems are passed to its operation. It is removed before the document is served. */
export const problemsKey = 'x-problems';

/**
 * Adds the problems of every operation, grouped by status. Operations with the same set of problems share one response
 * among the components, named by its codes.
 */
export function addProblemResponses(document: OpenApiDocument): void {
  const shared: Record<string, object> = {};
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))) {
    const responses = (operation.responses ??= {});
    const byStatus = Map.groupBy(Object.entries(operation[problemsKey] ?? {}), ([, { status }]) => status);
    delete operation[problemsKey];
    for (const [status, problems] of byStatus) {
      const codes = problems.map(([code]) => code).toSorted();
      const description = problems.map(([code, { title }]) => `\`${code}\`: ${title.en}.`).join('\n\n');
      const content = {
        'application/problem+json': { schema: problemSchema(status, codes, membersOf(problems)) },
      };
      const own = responses[status];
      if (own) {
        // Keeps a route's own error format beside the problems of the same status.
        own.content = { ...own.content, ...content };
        continue;
      }
      const name = codes.join('.');
      shared[name] = { description, content };
      (responses as Record<string, object>)[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, FieldError: fieldErrorSchema },
    responses: { ...document.components?.responses, ...shared },
  };
}

/** Returns additional members that some of the codes have. */
const membersOf = (problems: readonly [string, ProblemDefinition][]): object => ({
  ...(problems.some(([, { namesFields }]) => namesFields)
    ? { errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } } }
    : {}),
  ...Object.fromEntries(
    problems
      .flatMap(([, { members = {} }]) => Object.entries(members))
      .map(([name, description]) => [name, { type: 'string', description }]),
  ),
});

/** The schema of the body that `problemBody` writes (RFC 9457). */
function problemSchema(status: number, codes: readonly string[], members: object): object {
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri-reference', description: 'Link to the explanation of the code' },
      title: { type: 'string' },
      status: { const: status },
      detail: { type: 'string', description: 'Explanation for people' },
      code: { enum: codes, description: 'Stable code for programs' },
      request_id: { type: 'string', description: 'Request id, as in the header x-request-id' },
      ...members,
    },
  };
}

const fieldErrorSchema = {
  type: 'object',
  required: ['field', 'code', 'message'],
  properties: {
    field: { type: 'string', description: 'Path in the body, or name in the query, path or header' },
    code: { type: 'string', description: 'Stable code for programs' },
    message: {
      type: 'string',
      description: 'Explanation for people, to be read after the name of the field',
    },
  },
};
