import type { TSchema, Type as TypeBox } from 'typebox';

/** The properties of a schema that this module reads. */
interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [OPTIONAL]?: true;
}

/** The marker that TypeBox uses for optional properties. It is not enumerable, so schemas are sent without it. */
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
 * TypeBox's schema builders with its types but without its code: TypeBox also contains a validator, a parser and a
 * compiler, and loading its 370 modules took a tenth of every start. `type.test.ts` compares the results with TypeBox.
 */
export const Type = words as unknown as Pick<typeof TypeBox, keyof typeof words>;

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const NullableText = (description: string) => Nullable(Type.String({ description }));
