import type { ProblemCatalogue, ProblemDefinition } from '../../problem.ts';

/** As far as they are read and written here: what `@fastify/swagger` has made of the routes. */
export interface OpenApiDocument {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, object>; responses?: Record<string, object> };
}
interface Operation {
  responses?: Record<string, Response>;
  [problemsKey]?: ProblemCatalogue;
}
interface Response {
  description?: string;
  content?: Record<string, object>;
}

/** Under which a route's problems travel to its operation; taken out before anybody sees the document. */
export const problemsKey = 'x-problems';

/**
 * Gives every operation the statuses of its problems, with the codes that come under each. Operations share what they
 * refuse alike, so the answers lie among the components, named by their codes.
 */
export function addProblemResponses(document: OpenApiDocument): void {
  const shared: Record<string, object> = {};
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))) {
    const responses = (operation.responses ??= {});
    const byStatus = Map.groupBy(Object.entries(operation[problemsKey] ?? {}), ([, { status }]) => status);
    delete operation[problemsKey];
    for (const [status, problems] of byStatus) {
      const codes = problems.map(([code]) => code).toSorted();
      const description = problems.map(([code, { title }]) => `\`${code}\`: ${title}.`).join('\n\n');
      const content = {
        'application/problem+json': { schema: problemSchema(status, codes, membersOf(problems)) },
      };
      const own = responses[status];
      if (own) {
        // A refusal in a form of the route's own stands beside the problems of the same status.
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

/** What some of the codes bring along. */
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

/** What `problemBody` writes (RFC 9457). */
function problemSchema(status: number, codes: readonly string[], members: object): object {
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri-reference', description: 'Where the code is explained' },
      title: { type: 'string' },
      status: { const: status },
      detail: { type: 'string', description: 'For a person' },
      code: { enum: codes, description: 'Stable, for a program' },
      request_id: { type: 'string', description: 'As in the header x-request-id' },
      ...members,
    },
  };
}

const fieldErrorSchema = {
  type: 'object',
  required: ['field', 'code', 'message'],
  properties: {
    field: { type: 'string', description: 'Its path in the body, or its name in the query, path or header' },
    code: { type: 'string', description: 'Stable, for a program' },
    message: { type: 'string', description: 'For a person; goes on from the name of the field' },
  },
};
