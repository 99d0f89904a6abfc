/** The part of JSON Schema that the OpenAPI documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly description?: string;
}

export type FindSchema = (reference: string) => Schema;

/** Prints the schema as a TypeScript type. */
export function printSchema(schema: Schema, find: FindSchema): string {
  if (schema.$ref !== undefined) return printSchema(find(schema.$ref), find);
  if ('const' in schema) return printValue(schema.const);
  if (schema.enum) return joinTypes(schema.enum.map((value) => printValue(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joinTypes(choices.map((choice) => printSchema(choice, find)));
  if (schema.allOf) return schema.allOf.map((part) => `(${printSchema(part, find)})`).join(' & ');
  const types = [schema.type ?? 'unknown'].flat();
  return joinTypes(types.map((type) => printPlain(type, schema, find)));
}

function printPlain(type: string, schema: Schema, find: FindSchema): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${printSchema(schema.items ?? {}, find)})[]`;
    case 'object':
      return printObject(schema, find);
    case 'unknown':
      return 'unknown';
    default:
      throw new Error(`There is no type for ${type}`);
  }
}

function printObject({ properties, required = [], additionalProperties }: Schema, find: FindSchema): string {
  if (!properties) {
    const values =
      typeof additionalProperties === 'object' ? printSchema(additionalProperties, find) : 'unknown';
    return `Readonly<Record<string, ${values}>>`;
  }
  const needed = new Set(required);
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${printComment(schema.description)}readonly ${printName(name)}${needed.has(name) ? '' : '?'}: ${printSchema(schema, find)};`,
  );
  return `{\n${lines.join('\n')}\n}`;
}

const printValue = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value);

export const printName = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : printValue(name));

export const printComment = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`;

const joinTypes = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never';
