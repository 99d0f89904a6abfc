import { isIP } from 'node:net';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import compileSerializer from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { Static, TSchema } from 'typebox';
import { beginsWithDay } from '../time/calendar-day.rules.ts';
import { isId } from '../ids.ts';
import { hasControls, isBlankText, isReadableText, isVisibleLine, isVisibleText } from './visible-text.ts';
import { invalidField, problem, type FieldError, type ProblemError } from '../problem.ts';

const shared = { allErrors: true, useDefaults: true, strict: false, verbose: true } as const;
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** RFC 3339 that both JavaScript and PostgreSQL can hold: the published format takes more than they do. */
function isMoment(text: string): boolean {
  const isWritten = momentPattern.test(text) && beginsWithDay(text);
  const year = isWritten ? new Date(text).getUTCFullYear() : Number.NaN;
  return year >= 1 && year <= 9999;
}

/**
 * `ip` for an address of either version, `visible-text` for what people read, `visible-line` where it stands on one
 * line; `readable-text` for what they write at length, of which something must be seen.
 */
const ownFormats: Readonly<Record<string, (text: string) => boolean>> = {
  ip: (text) => isIP(text) !== 0,
  'visible-text': isVisibleText,
  'visible-line': isVisibleLine,
  'readable-text': isReadableText,
};

/** Our own, and the published ones, two of them narrowed to what can be stored. */
export function addFormats(ajv: Ajv): Ajv {
  formats.default(ajv).addFormat('uuid', isId).addFormat('date-time', isMoment);
  for (const [name, fits] of Object.entries(ownFormats)) ajv.addFormat(name, fits);
  return ajv;
}

/** Bodies keep their types: the string "true" is no boolean there. Paths and queries are all text, so they convert. */
const bodies = addFormats(new Ajv({ ...shared, coerceTypes: false }));
const texts = addFormats(new Ajv({ ...shared, coerceTypes: 'array' }));

/** Each with its first request: compiling all of them would be a third of every start. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined;
  const numbers = httpPart === 'body' ? [] : numbersOf(schema);
  const validate: ReturnType<typeof validatorCompiler> = (data: unknown) => {
    compiled ??= (httpPart === 'body' ? bodies : texts).compile(checkSizesFirst(schema));
    const loose = numbers.flatMap((number) => refuseLoose(number, data));
    const isValid = compiled(data);
    const others = (isValid ? [] : (compiled.errors ?? [])).filter(
      ({ instancePath }) => !loose.some((refused) => refused.instancePath === instancePath),
    );
    const errors = [...loose, ...others];
    validate.errors = errors.length === 0 ? null : (errors as FastifySchemaValidationError[]);
    return errors.length === 0;
  };
  return validate;
};

/** What each limit of size protects: these keywords cost more the larger the value is. */
const contentKeywords: Readonly<Record<string, readonly string[]>> = {
  maxLength: ['pattern', 'format'],
  maxItems: ['items', 'uniqueItems', 'contains'],
  maxProperties: ['propertyNames', 'properties', 'patternProperties', 'additionalProperties'],
};

/**
 * Returns the schema with the content of each value checked only if its size is right: Ajv reports all errors, and
 * would otherwise report one for each of half a million items in a list that may have five.
 */
function checkSizesFirst(schema: object): object {
  let checked = mapSubschemas(schema as Record<string, unknown>);
  for (const [size, keywords] of Object.entries(contentKeywords)) {
    const content = keywords.filter((keyword) => keyword in checked);
    if (!(size in checked) || content.length === 0) continue;
    const pick = (names: readonly string[]) =>
      Object.fromEntries(names.filter((name) => name in checked).map((name) => [name, checked[name]]));
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    const condition = { if: pick([size]), then: pick([...content, 'description', calledKey]) };
    const { allOf = [], ...rest } = checked;
    const others = Object.entries(rest).filter(([name]) => !content.includes(name));
    checked = { ...Object.fromEntries(others), allOf: [...(allOf as object[]), condition] };
  }
  return checked;
}

function mapSubschemas(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const map = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? checkSizesFirst(value) : value;
  const mapEach = (values: unknown): unknown =>
    Object.fromEntries(Object.entries(values as object).map(([name, value]) => [name, map(value)]));
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties' || keyword === 'patternProperties') return [keyword, mapEach(value)];
    if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf')
      return [keyword, (value as unknown[]).map(map)];
    if (keyword === 'items' || keyword === 'additionalProperties' || keyword === 'propertyNames')
      return [keyword, map(value)];
    return [keyword, value];
  });
  return Object.fromEntries(entries);
}

/**
 * What a refusal calls a field whose name in the path is another: OpenAPI takes two templates of one path for the same
 * path, so that two operations on it share a name.
 */
export const calledKey = 'x-called';

interface NumberInText {
  readonly name: string;
  readonly type: 'integer' | 'number';
  readonly schema: object;
}
/** As people write numbers. JavaScript would also take `0x1`, `1e0`, ` 1` and `1.` for one. */
const writtenNumbers = { integer: /^-?\d+$/, number: /^-?\d+(?:\.\d+)?$/ };

const numbersOf = (schema: object): NumberInText[] =>
  Object.entries((schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {}).flatMap(
    ([name, schema]) =>
      schema.type === 'integer' || schema.type === 'number' ? [{ name, type: schema.type, schema }] : [],
  );

/** Before it is converted, after which nobody sees how it was written. */
function refuseLoose({ name, type, schema }: NumberInText, data: unknown): Partial<ErrorObject>[] {
  const value = (data as Record<string, unknown> | null)?.[name];
  if (typeof value !== 'string' || writtenNumbers[type].test(value)) return [];
  return [{ keyword: 'type', instancePath: `/${name}`, params: { type }, parentSchema: schema }];
}

const formChecks = new WeakMap<object, ValidateFunction>();

/** What a form was filled in with, held against the schema of the body that a client would send for the same. */
export function requireBody<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  refuseUnfitBody(body);
  let check = formChecks.get(schema);
  if (!check) formChecks.set(schema, (check = bodies.compile(checkSizesFirst(schema))));
  if (!check(body)) throw describeValidation(check.errors ?? [], 'body');
  return body as Static<Schema>;
}

/** By name alone: an answer is not refused for a text that was taken when other texts were. */
const known = { formats: Object.fromEntries(Object.keys(ownFormats).map((name) => [name, true as const])) };

/** Likewise; answers of one form share what was compiled for it. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  return (data) => {
    let serialize = serializers.get(schema);
    if (!serialize) serializers.set(schema, (serialize = compileSerializer(schema, { ajv: known })));
    return serialize(data);
  };
};
const serializers = new WeakMap<object, (data: unknown) => string>();

const limit = 20;

/** Names every field that is wrong, in the words of the wire. */
export function describeValidation(errors: readonly ErrorObject[], part: string): ProblemError {
  const named = new Map<string, FieldError>();
  for (const error of errors) {
    const described = describeError(error, part);
    const before = described && named.get(described.field);
    if (described && !before) named.set(described.field, described);
    // One of the choices takes such a value, only not this one: that says more than the types of the others.
    else if (described && before?.code === 'wrong_type' && bounds.has(error.keyword))
      named.set(described.field, described);
    // A choice between constants or between types fails once for each of them.
    else if (before && error.keyword === 'const')
      before.message = addChoice(before.message, String(error.params['allowedValue']));
    else if (before?.code === 'wrong_type' && error.keyword === 'type')
      before.message = addChoice(before.message, article(String(error.params['type'])));
    if (named.size === limit) break;
  }
  // One of the choices takes an object, only not this one: what is wrong inside says more than that it is one.
  const isSaidInside = ({ field, code }: FieldError): boolean =>
    code === 'wrong_type' && [...named.keys()].some((other) => other.startsWith(`${field}.`));
  const list = [...named.values()].filter((fault) => !isSaidInside(fault));
  const detail = list.map((error) => `${error.field} ${error.message}`).join('; ');
  return problem('invalid_input', { detail, errors: list });
}

const bounds: ReadonlySet<string> = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);

/** Once, where a value is taken as text and as a number. */
const addChoice = (message: string, choice: string): string =>
  message.split(/^must be | or /).includes(choice) ? message : `${message} or ${choice}`;

function describeError(error: ErrorObject, part: string): FieldError | undefined {
  const params = error.params as Record<string, unknown>;
  const schema = error.parentSchema as { description?: string; [calledKey]?: string } | undefined;
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (schema?.[calledKey] !== undefined) path.splice(-1, 1, schema[calledKey]);
  const at = (field: string[]): string => field.join('.') || part;
  if (error.propertyName !== undefined) {
    return describeKey(error, { parent: at(path), key: at([...path, error.propertyName]) });
  }
  switch (error.keyword) {
    case 'required':
      return {
        field: at([...path, String(params['missingProperty'])]),
        code: 'required',
        message: 'is missing',
      };
    case 'type':
      return { field: at(path), code: 'wrong_type', message: `must be ${article(String(params['type']))}` };
    case 'minLength':
      return params['limit'] === 1
        ? { field: at(path), code: 'too_short', message: 'must not be empty' }
        : {
            field: at(path),
            code: 'too_short',
            message: `must have at least ${String(params['limit'])} characters`,
          };
    case 'maxLength':
      return {
        field: at(path),
        code: 'too_long',
        message: `must have at most ${String(params['limit'])} characters`,
      };
    case 'minItems':
      return {
        field: at(path),
        code: 'too_short',
        message: `must have at least ${String(params['limit'])} items`,
      };
    case 'maxItems':
      return {
        field: at(path),
        code: 'too_long',
        message: `must have at most ${String(params['limit'])} items`,
      };
    case 'maxProperties':
      return {
        field: at(path),
        code: 'too_long',
        message: `must have at most ${String(params['limit'])} keys`,
      };
    // What is wrong with the key, or with the content, was said before.
    case 'propertyNames':
    case 'if':
      return undefined;
    case 'minimum':
    case 'exclusiveMinimum':
      return { field: at(path), code: 'too_small', message: `must be ${comparison(params)}` };
    case 'maximum':
    case 'exclusiveMaximum':
      return { field: at(path), code: 'too_large', message: `must be ${comparison(params)}` };
    case 'enum':
    case 'const': {
      const allowed = (params['allowedValues'] as unknown[] | undefined) ?? [params['allowedValue']];
      const choices = [...new Set(allowed.map(String))];
      return { field: at(path), code: 'not_allowed', message: `must be ${choices.join(' or ')}` };
    }
    case 'format':
      if (params['format'] === 'visible-line' && isVisibleText(String(error.data)))
        return { field: at(path), code: 'several_lines', message: 'must be on one line, without tabs' };
      if (params['format'] === 'visible-text' || params['format'] === 'visible-line') {
        return isBlankText(String(error.data))
          ? { field: at(path), code: 'too_short', message: 'must not be only white space' }
          : { field: at(path), code: 'invisible_characters', message: `must not have ${hiddenCharacters}` };
      }
      if (params['format'] === 'readable-text' && hasControls(String(error.data)))
        return {
          field: at(path),
          code: 'invisible_characters',
          message: `must not have ${controlCharacters}`,
        };
      if (params['format'] === 'readable-text')
        return { field: at(path), code: 'too_short', message: 'must have something that can be seen' };
      return { field: at(path), code: 'malformed', message: `must be a valid ${String(params['format'])}` };
    case 'pattern':
      return { field: at(path), code: 'malformed', message: malformed(schema) };
    case 'anyOf':
    case 'oneOf':
      return { field: at(path), code: 'wrong_type', message: malformed(schema) };
    default:
      return { field: at(path), code: 'invalid', message: error.message ?? 'is not valid' };
  }
}

/** Of a key that is not allowed, by what is wrong with it. */
function describeKey(
  { keyword, params }: ErrorObject,
  { parent, key }: { readonly parent: string; readonly key: string },
): FieldError {
  switch (keyword) {
    case 'minLength':
      return params['limit'] === 1
        ? { field: parent, code: 'too_short', message: 'must not have an empty key' }
        : { field: key, code: 'too_short', message: `is a key of less than ${params['limit']} characters` };
    case 'maxLength':
      return {
        field: key,
        code: 'too_long',
        message: `is a key of more than ${params['limit']} characters`,
      };
    case 'format':
      return { field: key, code: 'invisible_characters', message: `is a key with ${hiddenCharacters}` };
    default:
      return { field: key, code: 'malformed', message: 'is a key that is not allowed' };
  }
}

const hiddenCharacters = 'characters that cannot be seen or that change the direction of the text';
const controlCharacters = 'control characters other than tabs and ends of lines';

const malformed = (schema: { description?: string } | undefined): string =>
  schema?.description ? `must be ${schema.description}` : 'is not of the right form';

const comparison = (params: Record<string, unknown>): string => {
  const words: Record<string, string> = {
    '>=': 'at least',
    '<=': 'at most',
    '>': 'more than',
    '<': 'less than',
  };
  return `${words[String(params['comparison'])] ?? ''} ${String(params['limit'])}`;
};

const article = (type: string): string =>
  ({
    integer: 'a whole number',
    object: 'an object',
    array: 'a list',
    boolean: 'true or false',
    null: 'null',
  })[type] ?? `a ${type}`;

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Far beyond what any operation takes, and far within the stack of whatever walks a body. */
export const deepestBody = 64;

/** Never shown to a person, and hashed as it is: any characters. */
const passwordName = /password$/i;

/**
 * PostgreSQL cannot store U+0000, half a surrogate pair would be changed silently on its way there, and other control
 * characters are invisible and cost six bytes each in every answer: all are refused by the name of their field before
 * anything looks at them, as is what is nested without end. `path` grows while walking; it becomes a text only for a
 * refusal, since a body can have half a million items.
 */
export function refuseUnfitBody(value: unknown, path: (string | number)[] = []): void {
  if (typeof value === 'string') return refuseUnfitText(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (path.length === deepestBody) {
    throw invalidField('body', 'too_deep', `must not be nested more than ${deepestBody} levels deep`);
  }
  const depth = path.length;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path[depth] = index;
      refuseUnfitBody(value[index], path);
      path.length = depth;
    }
    return;
  }
  for (const key of Object.keys(value)) {
    refuseUnfitText(key, path);
    path[depth] = key;
    refuseUnfitBody((value as Record<string, unknown>)[key], path);
    path.length = depth;
  }
}

function refuseUnfitText(text: string, path: readonly (string | number)[]): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw invalidField(path.join('.') || 'body', 'malformed', 'contains a character that cannot be stored');
  if (hasControls(text) && !passwordName.test(String(path.at(-1) ?? '')))
    throw invalidField(
      path.join('.') || 'body',
      'invisible_characters',
      `must not have ${controlCharacters}`,
    );
}
