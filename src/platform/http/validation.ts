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
import type { Words } from '../http/language.ts';
import {
  invalidField,
  problem,
  type FieldFault,
  type ProblemError,
  type Sentence,
  type Value,
} from '../problem.ts';
import { fieldWords } from '../words/field-words.ts';
import { formPhrase } from '../words/form-phrases.ts';

const shared = { allErrors: true, useDefaults: true, strict: false, verbose: true } as const;
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Returns true for an RFC 3339 time that both JavaScript and PostgreSQL can represent. The format accepts more. */
function isMoment(text: string): boolean {
  const isWritten = momentPattern.test(text) && beginsWithDay(text);
  const year = isWritten ? new Date(text).getUTCFullYear() : Number.NaN;
  return year >= 1 && year <= 9999;
}

/**
 * Custom formats. `ip` is an address of either version. `visible-text` is for texts that people read, `visible-line`
 * for single-line ones. `readable-text` is for long texts and requires at least one visible character.
 */
const ownFormats: Readonly<Record<string, (text: string) => boolean>> = {
  ip: (text) => isIP(text) !== 0,
  'visible-text': isVisibleText,
  'visible-line': isVisibleLine,
  'readable-text': isReadableText,
};

/** Adds the standard formats and the custom ones. Two standard formats are narrowed to values that can be stored. */
export function addFormats(ajv: Ajv): Ajv {
  formats.default(ajv).addFormat('uuid', isId).addFormat('date-time', isMoment);
  for (const [name, fits] of Object.entries(ownFormats)) ajv.addFormat(name, fits);
  return ajv;
}

/** Bodies are not coerced: the string "true" is not a boolean there. Paths and queries are text and are coerced. */
const bodies = addFormats(new Ajv({ ...shared, coerceTypes: false }));
const texts = addFormats(new Ajv({ ...shared, coerceTypes: 'array' }));

/** Compiles each schema on its first request: compiling all of them would take a third of every start. */
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

/** Keywords that each size limit protects, because their cost grows with the size of the value. */
const contentKeywords: Readonly<Record<string, readonly string[]>> = {
  maxLength: ['pattern', 'format'],
  maxItems: ['items', 'uniqueItems', 'contains'],
  maxProperties: ['propertyNames', 'properties', 'patternProperties', 'additionalProperties'],
};

/**
 * Returns the schema changed so that the content of a value is checked only if its size is valid. Ajv reports all
 * errors, and would otherwise report one for each of half a million items in a list that may have five.
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
 * Name of a field in error messages if it differs from the name in the path. OpenAPI treats two templates of one path
 * as the same path, so two operations on it must share a parameter name.
 */
export const calledKey = 'x-called';

interface NumberInText {
  readonly name: string;
  readonly type: 'integer' | 'number';
  readonly schema: object;
}
/** Decimal notation. JavaScript would also accept `0x1`, `1e0`, ` 1` and `1.`. */
const writtenNumbers = { integer: /^-?\d+$/, number: /^-?\d+(?:\.\d+)?$/ };

const numbersOf = (schema: object): NumberInText[] =>
  Object.entries((schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {}).flatMap(
    ([name, schema]) =>
      schema.type === 'integer' || schema.type === 'number' ? [{ name, type: schema.type, schema }] : [],
  );

/** Rejects other notations of a number. Runs before coercion, which discards the original text. */
function refuseLoose({ name, type, schema }: NumberInText, data: unknown): Partial<ErrorObject>[] {
  const value = (data as Record<string, unknown> | null)?.[name];
  if (typeof value !== 'string' || writtenNumbers[type].test(value)) return [];
  return [{ keyword: 'type', instancePath: `/${name}`, params: { type }, parentSchema: schema }];
}

const formChecks = new WeakMap<object, ValidateFunction>();

/** Validates the content of a form against the schema of the corresponding request body. */
export function requireBody<Schema extends TSchema>(schema: Schema, body: unknown): Static<Schema> {
  refuseUnfitBody(body);
  let check = formChecks.get(schema);
  if (!check) formChecks.set(schema, (check = bodies.compile(checkSizesFirst(schema))));
  if (!check(body)) throw describeValidation(check.errors ?? [], 'body');
  return body as Static<Schema>;
}

/** Formats are known by name only: an answer must not fail because a stored text was accepted under earlier rules. */
const known = { formats: Object.fromEntries(Object.keys(ownFormats).map((name) => [name, true as const])) };

/** Compiles the serializer on first use; answers of one schema share it. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  return (data) => {
    let serialize = serializers.get(schema);
    if (!serialize) serializers.set(schema, (serialize = compileSerializer(schema, { ajv: known })));
    return serialize(data);
  };
};
const serializers = new WeakMap<object, (data: unknown) => string>();

const limit = 20;

/** Lists every invalid field by its name on the wire. */
export function describeValidation(errors: readonly ErrorObject[], part: string): ProblemError {
  const named = new Map<string, FieldFault>();
  for (const error of errors) {
    const described = describeError(error, part);
    const before = described && named.get(described.field);
    if (described && !before) named.set(described.field, described);
    // One alternative has the right type but another limit: that says more than the types of the other alternatives.
    else if (described && before?.code === 'wrong_type' && bounds.has(error.keyword))
      named.set(described.field, described);
    // A union of constants or types fails once for each alternative; the alternatives are merged into one message.
    else if (before && error.keyword === 'const')
      named.set(before.field, addChoice(before, String(error.params['allowedValue'])));
    else if (before?.code === 'wrong_type' && error.keyword === 'type')
      named.set(before.field, addChoice(before, typePhrase(String(error.params['type']))));
    if (named.size === limit) break;
  }
  // One alternative is an object: the error inside it says more than that another type is expected.
  const isSaidInside = ({ field, code }: FieldFault): boolean =>
    code === 'wrong_type' && [...named.keys()].some((other) => other.startsWith(`${field}.`));
  return problem('invalid_input', { errors: [...named.values()].filter((fault) => !isSaidInside(fault)) });
}

const bounds: ReadonlySet<string> = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);

/** Adds an alternative unless it is listed already, as for a value that may be text or number. */
function addChoice(fault: FieldFault, choice: Value): FieldFault {
  const choices = fault.values?.['what'];
  if (!Array.isArray(choices) || choices.includes(choice)) return fault;
  return { ...fault, values: { what: [...choices, choice] } };
}

function describeError(error: ErrorObject, part: string): FieldFault | undefined {
  const params = error.params as Record<string, unknown>;
  const schema = error.parentSchema as { description?: string; [calledKey]?: string } | undefined;
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (schema?.[calledKey] !== undefined) path.splice(-1, 1, schema[calledKey]);
  const at = (field: string[]): string => field.join('.') || part;
  if (error.propertyName !== undefined) {
    return describeKey(error, { parent: at(path), key: at([...path, error.propertyName]) });
  }
  const field = at(path);
  const least = Number(params['limit']);
  const most = least;
  switch (error.keyword) {
    case 'required':
      return {
        field: at([...path, String(params['missingProperty'])]),
        code: 'required',
        say: fieldWords.missing,
      };
    case 'type':
      return { field, code: 'wrong_type', ...mustBe([typePhrase(String(params['type']))]) };
    case 'minLength':
      return least === 1
        ? { field, code: 'too_short', say: fieldWords.notEmpty }
        : { field, code: 'too_short', say: fieldWords.leastCharacters, values: { least } };
    case 'maxLength':
      return { field, code: 'too_long', say: fieldWords.mostCharacters, values: { most } };
    case 'minItems':
      return { field, code: 'too_short', say: fieldWords.leastItems, values: { least } };
    case 'maxItems':
      return { field, code: 'too_long', say: fieldWords.mostItems, values: { most } };
    case 'maxProperties':
      return { field, code: 'too_long', say: fieldWords.mostKeys, values: { most } };
    // The error of the key or of the content is reported separately.
    case 'propertyNames':
    case 'if':
      return undefined;
    case 'minimum':
    case 'exclusiveMinimum':
      return { field, code: 'too_small', ...compare(params) };
    case 'maximum':
    case 'exclusiveMaximum':
      return { field, code: 'too_large', ...compare(params) };
    case 'enum':
    case 'const': {
      const allowed = (params['allowedValues'] as unknown[] | undefined) ?? [params['allowedValue']];
      return { field, code: 'not_allowed', ...mustBe([...new Set(allowed.map(String))]) };
    }
    case 'format':
      return { field, ...describeFormat(String(params['format']), String(error.data)) };
    case 'pattern':
      return { field, code: 'malformed', ...malformed(schema) };
    case 'anyOf':
    case 'oneOf':
      return { field, code: 'wrong_type', ...malformed(schema) };
    default:
      return { field, code: 'invalid', ...describeOther(error.message) };
  }
}

function describeFormat(format: string, text: string): Omit<FieldFault, 'field'> {
  if (format === 'visible-line' && isVisibleText(text))
    return { code: 'several_lines', say: fieldWords.oneLine };
  if (format === 'visible-text' || format === 'visible-line') {
    return isBlankText(text)
      ? { code: 'too_short', say: fieldWords.onlyWhiteSpace }
      : {
          code: 'invisible_characters',
          say: fieldWords.mustNotHave,
          values: { what: fieldWords.hiddenCharacters },
        };
  }
  if (format === 'readable-text') {
    return hasControls(text)
      ? {
          code: 'invisible_characters',
          say: fieldWords.mustNotHave,
          values: { what: fieldWords.controlCharacters },
        }
      : { code: 'too_short', say: fieldWords.somethingVisible };
  }
  const say = formatWords[format];
  return { code: 'malformed', ...(say ? { say } : { say: fieldWords.validFormat, values: { format } }) };
}

const formatWords: Readonly<Record<string, Words>> = {
  email: fieldWords.validEmail,
  ip: fieldWords.validIp,
  uuid: fieldWords.validUuid,
  'uri-reference': fieldWords.validUriReference,
  'date-time': fieldWords.validDateTime,
  date: fieldWords.validDate,
};

/** Messages of Ajv exist in English only. */
const describeOther = (message: string | undefined): Sentence =>
  message === undefined
    ? { say: fieldWords.notValid }
    : { say: fieldWords.verbatim, values: { text: message } };

/** Describes why the key of an object is not allowed. */
function describeKey(
  { keyword, params }: ErrorObject,
  { parent, key }: { readonly parent: string; readonly key: string },
): FieldFault {
  switch (keyword) {
    case 'minLength':
      return params['limit'] === 1
        ? { field: parent, code: 'too_short', say: fieldWords.emptyKey }
        : { field: key, code: 'too_short', say: fieldWords.keyTooShort, values: { least: params['limit'] } };
    case 'maxLength':
      return { field: key, code: 'too_long', say: fieldWords.keyTooLong, values: { most: params['limit'] } };
    case 'format':
      return {
        field: key,
        code: 'invisible_characters',
        say: fieldWords.keyWith,
        values: { what: fieldWords.hiddenCharacters },
      };
    default:
      return { field: key, code: 'malformed', say: fieldWords.keyNotAllowed };
  }
}

const mustBe = (choices: readonly Value[]): Sentence => ({
  say: fieldWords.mustBe,
  values: { what: choices },
});

const malformed = (schema: { description?: string } | undefined): Sentence =>
  schema?.description ? mustBe([formPhrase(schema.description)]) : { say: fieldWords.wrongForm };

const comparisons: Readonly<Record<string, Words>> = {
  '>=': fieldWords.atLeast,
  '<=': fieldWords.atMost,
  '>': fieldWords.moreThan,
  '<': fieldWords.lessThan,
};
const compare = (params: Record<string, unknown>): Sentence => ({
  say: comparisons[String(params['comparison'])] ?? fieldWords.notValid,
  values: { limit: String(params['limit']) },
});

const types: Readonly<Record<string, Value>> = {
  integer: fieldWords.wholeNumber,
  number: fieldWords.number,
  string: fieldWords.text,
  object: fieldWords.object,
  array: fieldWords.list,
  boolean: fieldWords.boolean,
};
const typePhrase = (type: string): Value => types[type] ?? type;

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Maximum depth of a body: more than any operation accepts, less than a recursive function can handle. */
export const deepestBody = 64;

/** Passwords may contain any characters: they are hashed unchanged and never shown. */
const passwordName = /password$/i;

/**
 * Rejects bodies with unsuitable texts, with the name of the field. PostgreSQL cannot store U+0000, and would silently
 * change half a surrogate pair. Other control characters are invisible and cost six bytes each in every answer. Bodies
 * that are nested too deeply are rejected as well. `path` grows during the walk and becomes a text only for an error,
 * because a body can have half a million items.
 */
export function refuseUnfitBody(value: unknown, path: (string | number)[] = []): void {
  if (typeof value === 'string') return refuseUnfitText(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (path.length === deepestBody) {
    throw invalidField('body', 'too_deep', fieldWords.tooDeep, { most: deepestBody });
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
    throw invalidField(path.join('.') || 'body', 'malformed', fieldWords.unstorableCharacter);
  if (hasControls(text) && !passwordName.test(String(path.at(-1) ?? '')))
    throw invalidField(path.join('.') || 'body', 'invisible_characters', fieldWords.mustNotHave, {
      what: fieldWords.controlCharacters,
    });
}
