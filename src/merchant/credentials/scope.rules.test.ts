import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseScopes, permits, tokenLifetimeMs } from './scope.rules.ts';

test('a token has the scopes that were wished for, in one order, and all of them without a wish', () => {
  for (const wish of [undefined, '', '  ']) assert.deepEqual(parseScopes(wish), ['read', 'write', 'psp']);
  assert.deepEqual(parseScopes('psp  read'), ['read', 'psp']);
  assert.deepEqual(parseScopes(' write '), ['write']);
});

test('a scope that nobody knows is refused, whatever stands beside it', () => {
  for (const wish of ['admin', 'read admin', 'readwrite', 'READ'])
    assert.equal(parseScopes(wish), undefined, wish);
});

test('a route needs psp and its own scope', () => {
  assert.equal(permits('read write psp', 'write'), true);
  assert.equal(permits('psp read', 'read'), true);
  assert.equal(permits('psp read', 'write'), false);
  assert.equal(permits('read write', 'read'), false);
  assert.equal(permits('psp', 'read'), false);
  assert.equal(permits('', 'read'), false);
});

test('a token lasts an hour', () => assert.equal(tokenLifetimeMs, 60 * 60 * 1000));
