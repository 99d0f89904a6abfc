import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MultipartBody } from './multipart.ts';

async function encode(
  parts: readonly (readonly [name: string, value: string | Blob])[],
): Promise<MultipartBody> {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const sent = new Response(form);
  return new MultipartBody(Buffer.from(await sent.arrayBuffer()), sent.headers.get('content-type') ?? '');
}

test('reads fields and files; a repeated field and an empty file count as missing', async () => {
  const body = await encode([
    ['name', 'São João'],
    ['__proto__', 'x'],
    ['twice', '1'],
    ['twice', '2'],
    ['picture', new Blob([new Uint8Array([0, 255, 13, 10])])],
    ['none', new Blob([])],
  ]);
  const { fields, files } = await body.read();
  assert.deepEqual({ ...fields }, { name: 'São João', ['__proto__']: 'x' });
  assert.equal(Object.getPrototypeOf(fields), Object.prototype);
  assert.deepEqual([...files], [['picture', Buffer.from([0, 255, 13, 10])]]);
});

test('refuses a damaged form, too many parts and control characters', async () => {
  const damaged = new MultipartBody(Buffer.from('--x\r\nnothing'), 'multipart/form-data; boundary=x');
  await assert.rejects(damaged.read(), { code: 'invalid_input' });
  await assert.rejects(new MultipartBody(Buffer.from(''), 'multipart/form-data').read(), {
    code: 'invalid_input',
  });
  const many = await encode(Array.from({ length: 101 }, (_, index) => [`n${index}`, ''] as const));
  await assert.rejects(many.read(), { code: 'invalid_input' });
  await assert.rejects((await encode([['name', 'a\u0000b']])).read(), { code: 'invalid_input' });
});
