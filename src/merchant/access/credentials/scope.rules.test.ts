import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseScopes, permits, tokenLifetimeMs } from './scope.rules.ts';

test('requested scopes are returned in a fixed order, and all scopes without a request', () => {
  for (const scope of [undefined, '', '  ']) assert.deepEqual(parseScopes(scope), ['read', 'write', 'psp']);
  assert.deepEqual(parseScopes('psp  read'), ['read', 'psp']);
  assert.deepEqual(parseScopes(' write '), ['write']);
});

test('a request with an unknown scope is refused', () => {
  for (const scope of ['admin', 'read admin', 'readwrite', 'READ'])
    assert.equal(parseScopes(scope), undefined, scope);
});

test('a route needs psp and its own scope', () => {
  assert.equal(permits('read write psp', 'write'), true);
  assert.equal(permits('psp read', 'read'), true);
  assert.equal(permits('psp read', 'write'), false);
  assert.equal(permits('read write', 'read'), false);
  assert.equal(permits('psp', 'read'), false);
  assert.equal(permits('', 'read'), false);
});

test('a token is valid for an hour', () => assert.equal(tokenLifetimeMs, 60 * 60 * 1000));
