import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken } from '../../platform/tokens/opaque-token.ts';
import { carriedDevices, issueDevice } from './device-token.ts';

const secure = { publicUrl: 'https://praca.example' };
const plain = { publicUrl: 'http://localhost:8080' };
const [one, two] = [newToken(), newToken()];

test('a device is carried by its header, or by the cookie that no other host can have set', () => {
  const both = `a=1; praca_device=${one}; __Host-praca_device=${two}`;
  assert.deepEqual(carriedDevices({ cookie: both }, secure), [two]);
  assert.deepEqual(carriedDevices({ cookie: both }, plain), [one]);
  assert.deepEqual(carriedDevices({ cookie: `praca_device=${one}` }, secure), []);
  assert.deepEqual(carriedDevices({ cookie: both, 'x-device-token': `${one}.${two}` }, secure), [one, two]);
  assert.deepEqual(carriedDevices({}, secure), []);
});

test('what is no token counts for nothing, and no more than a few are looked at', () => {
  const many = Array.from({ length: 50 }, newToken);
  assert.deepEqual(carriedDevices({ 'x-device-token': `x.${one}=.${one}a..${two}` }, secure), [two]);
  assert.deepEqual(carriedDevices({ 'x-device-token': many.join('.') }, secure), many.slice(0, 4));
});

test('the newest is carried first, with those of others who use the device', () => {
  const others = Array.from({ length: 4 }, newToken);
  const issued = issueDevice(secure, one, others);
  assert.equal(issued.value, [one, ...others.slice(0, 3)].join('.'));
  assert.equal(
    issued.cookie,
    `__Host-praca_device=${issued.value}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure`,
  );
  assert.equal(issueDevice(plain, one, [two, one]).value, `${one}.${two}`);
});
