import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { addFormats } from '../src/platform/http/validation.ts';
import { openTestApp, type TestApp } from './support/app.ts';

interface Media {
  readonly schema?: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly parameters?: readonly { readonly required: boolean; readonly schema: object }[];
  readonly responses: Readonly<
    Record<string, { readonly description?: string; readonly content?: Readonly<Record<string, Media>> }>
  >;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>;
}

const services = ['merchant', 'accounts', 'social'] as const;
const texts: Record<string, string> = {};
const documents: Record<string, Document> = {};

before(async () => {
  const praca: TestApp = await openTestApp();
  try {
    for (const service of services) {
      const answer = await praca.app.inject(`/${service}/openapi.json`);
      assert.equal(answer.statusCode, 200);
      texts[service] = answer.body;
      documents[service] = answer.json<Document>();
    }
  } finally {
    await praca.close();
  }
});

const documentOf = (service: string): Document => {
  const document = documents[service];
  assert.ok(document);
  return document;
};

const operationsOf = ({ paths, webhooks = {} }: Document) =>
  [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

for (const service of services) {
  test(`Redocly’s linter finds nothing in the OpenAPI document of ${service}`, async () => {
    assert.equal(documentOf(service).openapi, '3.1.0');
    const found = await lintFromString({
      source: texts[service] ?? '',
      absoluteRef: `${service}.json`,
      config: await createConfig({
        extends: ['recommended-strict'],
        // The interface document of social has `/user/{userId}/photos` and `/user/like/{useriD}`.
        rules: { 'no-ambiguous-paths': 'off' },
      }),
    });
    assert.deepEqual(
      found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
      [],
    );
  });

  test(`every operation of ${service} has a name, a described tag, a security and described answers`, () => {
    const document = documentOf(service);
    const operations = operationsOf(document);
    const names = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(names).size, operations.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    const faults = operations.flatMap(({ name, operation }) => [
      ...(/^[a-z][a-zA-Z\d]+$/.test(operation.operationId) ? [] : [`${name}: ${operation.operationId}`]),
      ...operation.tags
        .filter((tag) => !tags.has(tag))
        .map((tag) => `${name}: the tag ${tag} is not described`),
      ...(operation.tags.length === 1 && Array.isArray(operation.security) ? [] : [name]),
      ...Object.entries(operation.responses)
        .filter(([, { description }]) => description === '' || description === 'Default Response')
        .map(([status]) => `${name}: ${status} is not described`),
      ...(operation.parameters ?? [])
        .filter(({ required, schema }) => required && 'default' in schema)
        .map(() => `${name} requires a parameter that has a default`),
    ]);
    assert.deepEqual(faults, []);
    assert.ok(document.info.description.length > 300);
  });

  test(`every answer and webhook of ${service} has an example that fits its schema`, () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
    addFormats(ajv).addFormat('binary', true);
    ajv.addSchema(JSON.parse(texts[service] ?? ''), 'document');
    const check = (name: string, media: Media): string[] => {
      const shown =
        'example' in media ? [media.example] : Object.values(media.examples ?? {}).map(({ value }) => value);
      if (shown.length === 0) return [`${name} has no example`];
      const schema = JSON.parse(JSON.stringify(media.schema).replaceAll('"$ref":"#/', '"$ref":"document#/'));
      const validate = ajv.compile(schema);
      return shown
        .filter((value) => !validate(value))
        .map((value) => `${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
    };
    // A picture has no example that people can read. A CSV contains what the JSON does.
    const isShown = (type: string): boolean => /^(?:application\/json|text\/(?!csv))/.test(type);
    let checked = 0;
    const faults = operationsOf(documentOf(service)).flatMap(({ name, operation }) => {
      const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      const media = [
        ...answers.flatMap(([, { content = {} }]) => Object.entries(content)),
        ...(name.includes(' /') ? [] : Object.entries(operation.requestBody?.content ?? {})),
      ].filter(([type, { schema }]) => schema !== undefined && isShown(type));
      checked += media.length;
      return media.flatMap(([type, one]) => check(`${name} ${type}`, one));
    });
    assert.deepEqual(faults, []);
    assert.ok(checked > 15, `${checked} examples`);
  });
}

test('public operations say that they need no token', () => {
  const open = operationsOf(documentOf('social')).filter(({ operation }) => operation.security.length === 0);
  const names = open.map(({ name }) => name);
  assert.ok(names.includes('GET /event/location') && names.includes('POST /oauth/token'), names.join(', '));
  assert.ok(!names.includes('GET /user/feed'));
});

test('the token operations name the form bodies that they take', () => {
  for (const service of ['merchant', 'social']) {
    const content = documentOf(service).paths['/oauth/token']?.['post']?.requestBody?.content ?? {};
    assert.ok('application/x-www-form-urlencoded' in content, service);
  }
});
