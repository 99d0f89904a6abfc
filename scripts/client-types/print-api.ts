import { printComment, printName, printSchema, type FindSchema, type Schema } from './print-schema.ts';

interface Content {
  readonly [type: string]: { readonly schema?: Schema };
}
interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}
interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Prints one interface. Its members are the operations, such as `'POST /orders'`, with their input and answer. */
export function printApi(service: string, document: Document): string {
  const find: FindSchema = (reference) => {
    const name = reference.replace('#/components/schemas/', '');
    const schema = document.components?.schemas?.[name];
    if (!schema) throw new Error(`${reference} is not there`);
    return schema;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const key = `'${method.toUpperCase()} ${path}'`;
      return `${printComment(operation.summary)}${key}: ${printOperation(operation, find)};`;
    }),
  );
  const name = `${service.charAt(0).toUpperCase()}${service.slice(1)}Api`;
  return indent(`// Made from the OpenAPI document by scripts/client-types.ts; a test tells when it is stale.

export interface ${name} {
${operations.join('\n')}
}
`);
}

function indent(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('}')) depth--;
      const indented = line === '' ? '' : `${'  '.repeat(depth)}${line}`;
      if (line.endsWith('{')) depth++;
      return indented;
    })
    .join('\n');
}

function printOperation(operation: Operation, find: FindSchema): string {
  const lines = [
    printParameters('path', operation, find),
    printParameters('query', operation, find),
    printBody(operation, find),
    `answer: ${printAnswer(operation, find)};`,
  ];
  return `{\n${lines.filter((line) => line !== '').join('\n')}\n}`;
}

function printParameters(place: 'path' | 'query', { parameters = [] }: Operation, find: FindSchema): string {
  const here = parameters.filter((parameter) => parameter.in === place);
  if (here.length === 0) return '';
  const isNeeded = here.some(({ required }) => required === true);
  const lines = here.map(
    ({ name, required, schema, description }) =>
      `${printComment(description ?? schema?.description)}readonly ${printName(name)}${required === true ? '' : '?'}: ${printParameter(printSchema(schema ?? {}, find))};`,
  );
  return `${place}${isNeeded ? '' : '?'}: {\n${lines.join('\n')}\n};`;
}

/** Parameters are written into a URL, so numbers are accepted as well as strings. */
const printParameter = (type: string): string => (type === 'string' ? 'string | number' : type);

function printBody({ requestBody }: Operation, find: FindSchema): string {
  if (!requestBody) return '';
  const json = requestBody.content['application/json'];
  // The client sends no forms: the query has the same parameters.
  if (!json && Object.keys(requestBody.content).every((type) => type === 'application/x-www-form-urlencoded'))
    return '';
  // Any other body is a picture.
  const type = json?.schema ? printSchema(json.schema, find) : 'Blob | Uint8Array<ArrayBuffer>';
  return `body${requestBody.required === true ? '' : '?'}: ${type};`;
}

function printAnswer({ responses }: Operation, find: FindSchema): string {
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => {
      if (!content) return 'undefined';
      const json = content['application/json'];
      if (json) return printSchema(json.schema ?? {}, find);
      return Object.keys(content).every((type) => type.startsWith('text/')) ? 'string' : 'Blob';
    });
  return [...new Set(answers)].join(' | ') || 'undefined';
}
