import type { TSchema, Type as TypeBox } from 'typebox';

/** Of what it makes, only what is read again: whatever else the schema says is as it was given. */
interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [OPTIONAL]?: true;
}

/** As TypeBox calls it, and as little to be seen: no schema is sent with it. */
const OPTIONAL = '~optional';

const simple =
  (type: string) =>
  (options?: object): Schema => ({ type, ...options });

const optional = (schema: Schema): Schema =>
  Object.defineProperty({ ...schema }, OPTIONAL, { value: true, enumerable: false });

function object(properties: Readonly<Record<string, Schema>>, options?: object): Schema {
  const required = Object.keys(properties).filter((name) => properties[name]?.[OPTIONAL] !== true);
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

function partial({ properties = {} }: Schema, options?: object): Schema {
  const each = Object.entries(properties).map(([name, schema]) => [name, optional(schema)] as const);
  return object(Object.fromEntries(each), options);
}

const words = {
  Array: (items: Schema, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: simple('boolean'),
  Enum: (values: object, options?: object) => ({ enum: Object.values(values), ...options }),
  Integer: simple('integer'),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Null: simple('null'),
  Number: simple('number'),
  Object: object,
  Optional: optional,
  Partial: partial,
  Record: (_: Schema, value: Schema, options?: object) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: simple('string'),
  Union: (anyOf: readonly Schema[], options?: object) => ({ anyOf, ...options }),
  Unknown: (options?: object) => ({ ...options }),
  Unsafe: (schema: TSchema) => ({ ...schema }),
};

/**
 * TypeBox's words for JSON Schema, with its types, without itself: it is a checker, a parser and a compiler as well, and
 * its 370 modules took a tenth of every start. `type.test.ts` holds what they make against what TypeBox makes.
 */
export const Type = words as unknown as Pick<typeof TypeBox, keyof typeof words>;

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const NullableText = (description: string) => Nullable(Type.String({ description }));
