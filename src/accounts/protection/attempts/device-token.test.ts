import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken } from '../../../platform/tokens/opaque-token.ts';
import { readDeviceTokens, issueDevice } from './known-devices.ts';

const secure = { publicUrl: 'https://praca.example' };
const plain = { publicUrl: 'http://localhost:8080' };
const [one, two] = [newToken(), newToken()];

test('device tokens come from the header, or from the cookie that other hosts cannot set', () => {
  const both = `a=1; praca_device=${one}; __Host-praca_device=${two}`;
  assert.deepEqual(readDeviceTokens({ cookie: both }, secure), [two]);
  assert.deepEqual(readDeviceTokens({ cookie: both }, plain), [one]);
  assert.deepEqual(readDeviceTokens({ cookie: `praca_device=${one}` }, secure), []);
  assert.deepEqual(readDeviceTokens({ cookie: both, 'x-device-token': `${one}.${two}` }, secure), [one, two]);
  assert.deepEqual(readDeviceTokens({}, secure), []);
});

test('malformed tokens are ignored, and at most four are read', () => {
  const many = Array.from({ length: 50 }, newToken);
  assert.deepEqual(readDeviceTokens({ 'x-device-token': `x.${one}=.${one}a..${two}` }, secure), [two]);
  assert.deepEqual(readDeviceTokens({ 'x-device-token': many.join('.') }, secure), many.slice(0, 4));
});

test('the new token comes first, followed by those of other users of the device', () => {
  const others = Array.from({ length: 4 }, newToken);
  const issued = issueDevice(secure, one, others);
  assert.equal(issued.value, [one, ...others.slice(0, 3)].join('.'));
  assert.equal(
    issued.cookie,
    `__Host-praca_device=${issued.value}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure`,
  );
  assert.equal(issueDevice(plain, one, [two, one]).value, `${one}.${two}`);
});
