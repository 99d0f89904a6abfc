import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allows,
  concerns,
  everyRole,
  isRoleOf,
  leadingRole,
  memberRoles,
  staffRoles,
  type Grant,
} from './roles.rules.ts';

test('a grant allows the roles that it names, and not the same role name in another kind', () => {
  const grant: Grant = { staff: ['admin', 'viewer'], members: ['owner'] };
  for (const role of staffRoles)
    assert.equal(allows(grant, { kind: 'staff', role }), role === 'admin' || role === 'viewer');
  for (const role of memberRoles) assert.equal(allows(grant, { kind: 'psp', role }), role === 'owner');
});

test('a grant applies only to its kind, and a grant without members applies to no members', () => {
  const psps: Grant = { members: memberRoles, kind: 'psp' };
  assert.deepEqual(
    [concerns(psps, 'psp'), concerns(psps, 'shop'), concerns(psps, 'staff')],
    [true, false, false],
  );
  assert.equal(allows(psps, { kind: 'shop', role: 'owner' }), false);
  assert.deepEqual(
    [concerns({ staff: ['admin'] }, 'psp'), concerns({ staff: ['admin'] }, 'staff')],
    [false, true],
  );
  assert.equal(allows({}, { kind: 'staff', role: 'admin' }), false);
  for (const role of memberRoles) assert.ok(allows(everyRole, { kind: 'anything', role }));
});

test('each kind has its own roles and one leading role', () => {
  assert.deepEqual(
    [isRoleOf('staff', 'owner'), isRoleOf('psp', 'admin'), isRoleOf('psp', 'viewer')],
    [false, false, true],
  );
  assert.deepEqual([leadingRole('staff'), leadingRole('psp')], ['admin', 'owner']);
});
