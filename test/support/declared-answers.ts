import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { addFormats } from '../../src/platform/http/validation.ts';

/** The parts of an answer that an OpenAPI document describes. */
export interface Answer {
  readonly method: string;
  /** The path as in the document: `/orders/{orderId}`. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** Undefined for an empty body, or for a stream, which cannot be read. */
  readonly body: string | Uint8Array | undefined;
  readonly streamed: boolean;
}

export interface DeclaredAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | undefined;
}

interface Media {
  readonly schema?: {
    readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
  };
}
interface DeclaredResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
export interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, DeclaredResponse>> }>>
    >
  >;
  readonly components?: { readonly responses?: Readonly<Record<string, DeclaredResponse>> };
}

/** Compares answers with the OpenAPI document of their service. */
export class DeclaredAnswers {
  readonly #document: OpenApi;
  // Fast to compile, because each schema checks only a few answers. Another test validates the document itself.
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    code: { optimize: false },
  });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(document: object) {
    const closed = structuredClone(document);
    closeObjects(closed);
    this.#document = closed as OpenApi;
    // ajv-formats does not validate this format.
    addFormats(this.#ajv).addFormat('binary', true);
    this.#ajv.addSchema(closed, 'document');
  }

  has(method: string, path: string): boolean {
    return this.#document.paths[path]?.[method.toLowerCase()] !== undefined;
  }

  /** Returns every answer that the document declares, errors once per code. */
  list(): DeclaredAnswer[] {
    return Object.entries(this.#document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses).flatMap(([status, response]) =>
          codesOf(resolve(this.#document, response), Number(status)).map((code) => ({
            method: method.toUpperCase(),
            path,
            status: Number(status),
            code,
          })),
        ),
      ),
    );
  }

  /** Returns the difference from the document, or undefined if the answer is as declared. */
  findFault(answer: Answer): string | undefined {
    const responses = this.#document.paths[answer.path]?.[answer.method.toLowerCase()]?.responses;
    if (!responses) return 'the operation is not in the document';
    const declared = resolve(this.#document, responses[answer.status]);
    if (!declared) return `${answer.status} is not declared; ${Object.keys(responses).join(', ')} are`;
    // These statuses never have a body, even if a handler returns one.
    if (answer.status === 204 || answer.status === 304) return undefined;
    if (answer.body === undefined && !answer.streamed) {
      return declared.content ? 'there is no body' : undefined;
    }
    const type = answer.contentType?.split(';')[0]?.trim() ?? '';
    const media = declared.content?.[type];
    if (!media) return `the type "${type}" is not declared`;
    if (!media.schema || answer.body === undefined || !/^application\/(?:.*\+)?json$/.test(type))
      return undefined;
    const validate = this.#validatorOf(media.schema);
    return validate(JSON.parse(String(answer.body))) ? undefined : describe(validate.errors ?? []);
  }

  #validatorOf(schema: object): ValidateFunction {
    const known = this.#validators.get(schema);
    if (known) return known;
    const made = this.#ajv.compile(pointInto(schema));
    this.#validators.set(schema, made);
    return made;
  }
}

/**
 * Returns codes of problems and of OAuth errors. For 200 also those of accounts, which reports some errors with 200.
 */
function codesOf(response: DeclaredResponse | undefined, status: number): (string | undefined)[] {
  const refusals = Object.values(response?.content ?? {}).flatMap(({ schema }) => [
    ...(schema?.properties?.['code']?.enum ?? []),
    ...(schema?.properties?.['error']?.enum ?? []),
  ]);
  return status < 400 ? [undefined, ...refusals] : refusals;
}

/** References start at the root of the document, so they are redirected to its registered name. */
const pointInto = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')) as object;

function resolve(document: OpenApi, response: DeclaredResponse | undefined): DeclaredResponse | undefined {
  if (response?.$ref === undefined) return response;
  return document.components?.responses?.[response.$ref.split('/').at(-1) ?? ''];
}

/** Forbids undeclared fields unless the schema explicitly allows more. */
function closeObjects(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Record<string, unknown>;
  if (schema['type'] === 'object' && 'properties' in schema) schema['additionalProperties'] ??= false;
  for (const part of Object.values(schema)) closeObjects(part);
}

const describe = (errors: readonly ErrorObject[]): string =>
  errors
    .slice(0, 5)
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    )
    .join('; ');
