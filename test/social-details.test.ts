import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { formPhrase } from '../src/platform/words/form-phrases.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { openPeople, type Person } from './support/social-people.ts';

const schemas: unknown[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ url, schema }) => {
    if (url.startsWith('/social') && schema)
      schemas.push(schema.body, schema.querystring, schema.params, schema.headers);
  });
});

let praca: TestApp;
let ana: Person;
before(async () => {
  praca = await openTestApp();
  [ana] = (await (await openPeople(praca)).create(1)) as [Person];
});
after(() => praca.close());

/** Finds formats whose error message is "must be" followed by their description. */
function describedForms(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const form = schema as Record<string, unknown>;
  const inner = Object.values(form).flatMap(describedForms);
  const isForm = 'pattern' in form || 'anyOf' in form || 'oneOf' in form;
  return isForm && typeof form['description'] === 'string' ? [form['description'], ...inner] : inner;
}

test('the format of every field of social has a translation', () => {
  assert.ok(schemas.length > 100);
  const missing = schemas
    .flatMap(describedForms)
    .filter((description) => formPhrase(description) === description);
  assert.deepEqual([...new Set(missing)], []);
});

test('an error message follows Accept-Language and sets Content-Language', async () => {
  const ask = async (
    url: string,
    language?: string,
    method: 'GET' | 'POST' | 'PUT' = 'GET',
    payload?: object,
  ) => {
    const headers = { ...ana.headers, ...(language === undefined ? {} : { 'accept-language': language }) };
    const answer = await praca.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    const { detail, title, errors } = answer.json<{ detail: string; title: string; errors?: object[] }>();
    assert.match(String(answer.headers['vary']), /accept-language/);
    return { detail, title, errors, language: answer.headers['content-language'] };
  };
  const event = '/social/event/999999/get';
  assert.deepEqual(await ask(event), {
    detail: 'There is no such event.',
    title: 'Not found',
    errors: undefined,
    language: 'en',
  });
  assert.deepEqual(await ask(event, 'fr, pt-BR;q=0.9, de;q=0.8'), {
    detail: 'Este evento não existe.',
    title: 'Not found',
    errors: undefined,
    language: 'pt',
  });
  assert.equal((await ask(event, 'de')).detail, 'Dieses Event gibt es nicht.');
  assert.equal((await ask('/social/nothing', 'pt')).detail, 'Nada responde a GET /social/nothing aqui.');
  assert.deepEqual(await ask('/social/event/list?ids=1,x', 'de'), {
    detail: 'ids muss aus Ids von Events bestehen, durch Kommas getrennt; nicht "x"',
    title: 'The request is not valid',
    errors: [
      {
        field: 'ids',
        code: 'malformed',
        message: 'muss aus Ids von Events bestehen, durch Kommas getrennt; nicht "x"',
      },
    ],
    language: 'de',
  });
  const config = { ageRangeStart: 'x', ageRangeEnd: 200 };
  const refused = await ask(`/social/user/${ana.id}/config`, 'pt', 'PUT', config);
  assert.equal(
    refused.detail,
    'ageRangeStart deve ser um número inteiro; ageRangeEnd deve ser no máximo 120',
  );
  const json = await praca.app.inject({
    method: 'POST',
    url: '/social/oauth/token',
    headers: { 'accept-language': 'pt', 'content-type': 'application/json' },
    payload: '{',
  });
  assert.equal(json.json<{ detail: string }>().detail, 'O corpo não é JSON válido.');
});
