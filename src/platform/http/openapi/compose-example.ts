/** The part of JSON Schema that answers use. */
export interface AnswerSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly AnswerSchema[];
  readonly properties?: Readonly<Record<string, AnswerSchema>>;
  readonly required?: readonly string[];
  readonly items?: AnswerSchema;
}

type Values = Readonly<Record<string, unknown>>;

const ofFormat: Values = {
  'date-time': '2026-03-01T20:00:00.000Z',
  date: '2026-03-01',
  uuid: '01a1dd64-8657-71c4-b163-7777e1ba6710',
};
const ofType: Values = { integer: 1, number: 1, boolean: false, null: null };

/**
 * Composes an example from the examples of the fields, so that it cannot name a field that the answer no longer has. An
 * optional field is left out. So is a text without an example, which a test reports. Names with their enclosing field
 * come first, then the schema's own examples, then names alone.
 */
export function composeExample(schema: AnswerSchema, values: Values, path: readonly string[]): unknown {
  const name = path.at(-1) ?? '';
  const qualified = path.slice(-2).join('.');
  const isGiven = (key: string): boolean => Object.hasOwn(values, key) && fits(schema, values[key]);
  if (isGiven(qualified)) return values[qualified];
  if (schema.examples) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (isGiven(name)) return values[name];
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const choice = schema.anyOf?.find(({ type }) => type !== 'null');
  if (choice) return composeExample(choice, values, path);
  const type = typesOf(schema).find((name) => name !== 'null') ?? '';
  if (type === 'object') return composeObject(schema, values, path);
  if (type === 'array') return [composeExample(schema.items ?? {}, values, path)];
  return ofFormat[schema.format ?? ''] ?? ofType[type];
}

function composeObject(
  { properties = {}, required = [] }: AnswerSchema,
  values: Values,
  path: readonly string[],
): object {
  return Object.fromEntries(
    required.map((name) => [name, composeExample(properties[name] ?? {}, values, [...path, name])]),
  );
}

const typesOf = ({ type = [] }: AnswerSchema): readonly string[] => [type].flat();

/** Fields of one name can have different types. */
function fits(schema: AnswerSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((choice) => fits(choice, value));
  const types = typesOf(schema);
  if (types.length === 0) return schema.enum?.includes(value) ?? true;
  return types.some((type) => {
    if (type === 'integer') return Number.isInteger(value);
    if (type === 'array') return Array.isArray(value);
    if (type === 'null') return value === null;
    return typeof value === type && value !== null && !Array.isArray(value);
  });
}
