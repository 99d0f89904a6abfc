/** The parts of an OpenAPI 3.1 document that say what a client may send and will receive. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly [keyword: string]: unknown;
}

/** `sent` by the client or `received` by it: a schema of one may only widen, of the other only narrow. */
type Direction = 'sent' | 'received';

const upperLimits = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'] as const;
const lowerLimits = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'] as const;
const exactLimits = ['pattern', 'format', 'multipleOf', 'uniqueItems'] as const;

/**
 * Returns a sentence for each change after which a client written against `released` could fail with `current`. New
 * operations, optional parameters and fields, and wider limits are no such changes.
 */
export function findBreakingChanges(released: ApiDocument, current: ApiDocument): string[] {
  const found: string[] = [];
  for (const [path, methods] of Object.entries(released.paths)) {
    for (const [method, before] of Object.entries(methods)) {
      const place = `${method.toUpperCase()} ${path}`;
      const after = current.paths[path]?.[method];
      if (!after) found.push(`${place} is gone`);
      else found.push(...compareOperations(before, after).map((sentence) => `${place}: ${sentence}`));
    }
  }
  return found;

  function compareOperations(before: Operation, after: Operation): string[] {
    const isOpen = ({ security = [] }: Operation): boolean => security.length === 0;
    return [
      ...(isOpen(before) && !isOpen(after) ? ['needs a credential'] : []),
      ...compareParameters(before.parameters ?? [], after.parameters ?? []),
      ...compareBodies(before.requestBody, after.requestBody),
      ...Object.entries(before.responses ?? {}).flatMap(([status, { content }]) => {
        const now = after.responses?.[status];
        if (!now) return status.startsWith('2') ? [`answer ${status} is gone`] : [];
        return compareContents(`answer ${status}`, content, now.content, 'received');
      }),
    ];
  }

  function compareParameters(before: readonly Parameter[], after: readonly Parameter[]): string[] {
    const find = (list: readonly Parameter[], { name, in: place }: Parameter) =>
      list.find((one) => one.name === name && one.in === place);
    const removed = before.flatMap((one) => {
      const now = find(after, one);
      return now
        ? compare(`parameter ${one.name}`, one.schema, now.schema, 'sent')
        : [`parameter ${one.name} is gone`];
    });
    const required = after.flatMap((one) =>
      one.required && !find(before, one)?.required ? [`parameter ${one.name} is required`] : [],
    );
    return [...removed, ...required];
  }

  function compareBodies(before: Operation['requestBody'], after: Operation['requestBody']): string[] {
    const required = after?.required === true && before?.required !== true;
    return [
      ...(required ? ['the body is required'] : []),
      ...compareContents('body', before?.content, after?.content, 'sent'),
    ];
  }

  function compareContents(
    place: string,
    before: Content | undefined,
    after: Content | undefined,
    direction: Direction,
  ): string[] {
    return Object.entries(before ?? {}).flatMap(([type, { schema }]) => {
      const now = after?.[type];
      return now ? compare(place, schema, now.schema, direction) : [`${place} as ${type} is gone`];
    });
  }

  function compare(
    place: string,
    one: Schema | undefined,
    other: Schema | undefined,
    direction: Direction,
  ): string[] {
    const before = resolve(released, one);
    const after = resolve(current, other);
    if (before === undefined || after === undefined)
      return before === after || (direction === 'sent' && after === undefined)
        ? []
        : [`${place} has another schema`];
    const options = compareOptions(place, before, after, direction);
    if (options) return options;
    return [
      ...compareValues(place, before, after, direction),
      ...(direction === 'sent' ? compareLimits(place, before, after) : []),
      ...compareProperties(place, before, after, direction),
      ...(before.items ? compare(`${place}[]`, before.items, after.items, direction) : []),
    ];
  }

  /** Returns undefined if neither schema has alternatives. Each alternative of the narrower side needs one on the other. */
  function compareOptions(
    place: string,
    before: Schema,
    after: Schema,
    direction: Direction,
  ): string[] | undefined {
    const hasOptions = ({ anyOf, oneOf }: Schema): boolean => (anyOf ?? oneOf) !== undefined;
    if (!hasOptions(before) && !hasOptions(after)) return undefined;
    // Listed values may be divided among alternatives.
    const optionsOf = (schema: Schema): readonly Schema[] =>
      schema.anyOf ?? schema.oneOf ?? schema.enum?.map((value) => ({ ...schema, enum: [value] })) ?? [schema];
    const fits = (one: Schema, other: Schema) => compare(place, one, other, direction).length === 0;
    const [befores, afters] = [optionsOf(before), optionsOf(after)];
    const isCovered =
      direction === 'sent'
        ? befores.every((one) => afters.some((other) => fits(one, other)))
        : afters.every((other) => befores.some((one) => fits(one, other)));
    return isCovered ? [] : [`${place} has other alternatives`];
  }

  function compareProperties(place: string, before: Schema, after: Schema, direction: Direction): string[] {
    const requiredAfter = new Set(after.required);
    const requiredBefore = new Set(before.required);
    const nested = Object.entries(before.properties ?? {}).flatMap(([name, schema]) => {
      const now = after.properties?.[name];
      if (!now) return [`${place}.${name} is gone`];
      return compare(`${place}.${name}`, schema, now, direction);
    });
    const [needed, given] =
      direction === 'sent' ? [requiredAfter, requiredBefore] : [requiredBefore, requiredAfter];
    const changed = [...needed].filter((name) => !given.has(name));
    const word = direction === 'sent' ? 'is required' : 'may be missing';
    const closed =
      direction === 'sent' && after.additionalProperties === false && before.additionalProperties !== false;
    return [
      ...nested,
      ...changed.map((name) => `${place}.${name} ${word}`),
      ...(closed && before.type === 'object' ? [`${place} takes no other fields`] : []),
    ];
  }
}

function resolve(document: ApiDocument, schema: Schema | undefined): Schema | undefined {
  let found = schema;
  while (found?.$ref !== undefined)
    found = document.components?.schemas?.[found.$ref.slice(found.$ref.lastIndexOf('/') + 1)];
  return found;
}

/** Types and listed values. An integer is also a number. */
function compareValues(place: string, before: Schema, after: Schema, direction: Direction): string[] {
  const [wide, narrow] = direction === 'sent' ? [after, before] : [before, after];
  const wideTypes = typesOf(wide);
  const narrowTypes = typesOf(narrow);
  const typesFit =
    wideTypes === undefined ||
    narrowTypes?.every(
      (type) => wideTypes.includes(type) || (type === 'integer' && wideTypes.includes('number')),
    );
  if (!typesFit) return [`${place} has another type`];
  const wideValues = valuesOf(wide);
  const narrowValues = valuesOf(narrow);
  const valuesFit = wideValues === undefined || narrowValues?.every((value) => wideValues.includes(value));
  return valuesFit ? [] : [`${place} ${direction === 'sent' ? 'takes fewer' : 'may have other'} values`];
}

const typesOf = ({ type }: Schema): readonly string[] | undefined =>
  typeof type === 'string' ? [type] : type;

const valuesOf = (schema: Schema): readonly string[] | undefined =>
  (schema.enum ?? ('const' in schema ? [schema.const] : undefined))?.map((value) => JSON.stringify(value));

function compareLimits(place: string, before: Schema, after: Schema): string[] {
  const numberOf = (schema: Schema, limit: string, otherwise: number): number =>
    typeof schema[limit] === 'number' ? schema[limit] : otherwise;
  const tighter = [
    ...upperLimits.filter((limit) => numberOf(after, limit, Infinity) < numberOf(before, limit, Infinity)),
    ...lowerLimits.filter((limit) => numberOf(after, limit, -Infinity) > numberOf(before, limit, -Infinity)),
    ...exactLimits.filter((limit) => after[limit] !== undefined && after[limit] !== before[limit]),
  ];
  return tighter.map((limit) => `${place} has a tighter ${limit}`);
}
