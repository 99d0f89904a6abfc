import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectFor } from './lead-elsewhere.ts';

const stranger = { isSignedIn: false, needsTour: false };
const newcomer = { isSignedIn: true, needsTour: true };
const known = { isSignedIn: true, needsTour: false };

test('redirects visitors to a screen that they may see, and back to the link they opened after sign-in', () => {
  for (const [address, visitor, wanted] of [
    ['/app', stranger, '/app/sign-in'],
    ['/app/', stranger, '/app/sign-in'],
    ['/app/sign-in', stranger, undefined],
    ['/app/welcome', stranger, undefined],
    ['/app/me', stranger, '/app/sign-in?to=%2Fapp%2Fme'],
    ['/app/me/data?a=1', stranger, '/app/sign-in?to=%2Fapp%2Fme%2Fdata%3Fa%3D1'],
    ['/app/nowhere', stranger, undefined],
    ['/app', known, '/app/start'],
    ['/app/sign-in', known, '/app/start'],
    ['/app/me', known, undefined],
    ['/app', newcomer, '/app/welcome'],
    ['/app/sign-in', newcomer, '/app/welcome'],
    ['/app/me', newcomer, undefined],
    ['/app/sign-in?to=%2Fapp%2Fme%2Fdata%3Fa%3D1', newcomer, '/app/me/data?a=1'],
    ['/app/sign-in?to=%2Fapp%2Fme', known, '/app/me'],
    ['/app/sign-in?again&to=%2Fapp%2Fme%2Fdata', known, undefined],
    ['/app?again', known, '/app/start'],
  ] as const) {
    const { pathname: path, search: query } = new URL(address, 'https://praca.example');
    assert.equal(redirectFor({ path, query }, visitor, '/app/start'), wanted, address);
  }
});

test('ignores a return address outside the app', () => {
  for (const to of [
    'https://evil.example/app/me',
    '//evil.example/app/me',
    'javascript:alert(1)',
    '/app/../x',
    '',
  ]) {
    const query = `?to=${encodeURIComponent(to)}`;
    const led = redirectFor({ path: '/app/sign-in', query }, known, '/app/start') ?? '';
    assert.match(led, /^\/app\/(?:start|me)$/, to);
  }
});
