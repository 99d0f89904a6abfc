import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { addFormats } from '../../src/platform/http/validation.ts';

/** What was answered, as far as a document speaks of it. */
export interface Answer {
  readonly method: string;
  /** As in the document: `/orders/{orderId}`. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** Undefined where there is none, or where it cannot be seen because it is a stream. */
  readonly body: string | Uint8Array | undefined;
  readonly streamed: boolean;
}

export interface DeclaredAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Of a refusal. */
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

/** Holds answers against the OpenAPI document of their service. */
export class DeclaredAnswers {
  readonly #document: OpenApi;
  // Compiled once for a handful of answers: quickly made is quick. Whether it is a document is judged elsewhere.
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
    // Known to ajv-formats by name only.
    addFormats(this.#ajv).addFormat('binary', true);
    this.#ajv.addSchema(closed, 'document');
  }

  has(method: string, path: string): boolean {
    return this.#document.paths[path]?.[method.toLowerCase()] !== undefined;
  }

  /** Every answer that the document declares, a refusal once for each of its codes. */
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

  /** What the document does not say; undefined where the answer is as declared. */
  findFault(answer: Answer): string | undefined {
    const responses = this.#document.paths[answer.path]?.[answer.method.toLowerCase()]?.responses;
    if (!responses) return 'the operation is not in the document';
    const declared = resolve(this.#document, responses[answer.status]);
    if (!declared) return `${answer.status} is not declared; ${Object.keys(responses).join(', ')} are`;
    // No body is sent with these, whatever a handler hands over.
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

/** Those of problems and of OAuth's errors; beside a success those of accounts, which refuses with 200. */
function codesOf(response: DeclaredResponse | undefined, status: number): (string | undefined)[] {
  const refusals = Object.values(response?.content ?? {}).flatMap(({ schema }) => [
    ...(schema?.properties?.['code']?.enum ?? []),
    ...(schema?.properties?.['error']?.enum ?? []),
  ]);
  return status < 400 ? [undefined, ...refusals] : refusals;
}

/** References begin at the root of the document, which the schema alone does not have. */
const pointInto = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')) as object;

function resolve(document: OpenApi, response: DeclaredResponse | undefined): DeclaredResponse | undefined {
  if (response?.$ref === undefined) return response;
  return document.components?.responses?.[response.$ref.split('/').at(-1) ?? ''];
}

/** A field that the document does not name is a fault as well, unless it says that there may be others. */
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
