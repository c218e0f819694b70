import { expect, test } from 'vitest';
import type { Role } from '../../../contract/calls/user.ts';
import { hasNames, namesIn, roleFor } from './directory-claims.ts';

const KEYCLOAK = {
  realm_access: { roles: ['ops', 'uma_authorization'] },
  groups: ['/Ops-Admins', '/eu/Ops'],
};

test.each<[string, object, string, unknown]>([
  ['Keycloak: a path into a claim', KEYCLOAK, 'realm_access.roles', { names: ['ops', 'uma_authorization'] }],
  ['Keycloak: paths of groups', KEYCLOAK, 'groups', { names: ['Ops-Admins', 'eu/Ops'] }],
  ['Authentik', { groups: ['authentik Admins', 'ops'] }, 'groups', { names: ['authentik Admins', 'ops'] }],
  ['Authelia: nothing', { groups: [] }, 'groups', { names: [] }],
  ['Entra: app roles', { roles: ['Ops.Admin'] }, 'roles', { names: ['Ops.Admin'] }],
  ['Entra: a person without groups', {}, 'groups', { names: [] }],
  [
    'a claim whose name is an address',
    { 'https://a.example/r': ['ops'] },
    'https://a.example/r',
    { names: ['ops'] },
  ],
  ['one text', { groups: 'ops' }, 'groups', { names: ['ops'] }],
  ['the same name twice, and none', { groups: ['ops', '/OPS', ' ', '/'] }, 'groups', { names: ['OPS'] }],
  ['nothing to walk into', { realm_access: 'x' }, 'realm_access.roles', { names: [] }],
  ['a name of every object', {}, 'constructor.name', { names: [] }],
  [
    'Entra: more than 200 groups',
    { _claim_names: { groups: 'src1' } },
    'groups',
    { unknown: expect.stringContaining('app roles') },
  ],
  [
    'Entra: more than 200 groups, another flow',
    { hasgroups: 'true' },
    'groups',
    { unknown: expect.any(String) },
  ],
  ['Entra: the other claim', { _claim_names: { groups: 'src1' }, roles: ['a'] }, 'roles', { names: ['a'] }],
  ['numbers', { groups: [1, 2] }, 'groups', { unknown: expect.any(String) }],
  ['an object', { groups: { ops: true } }, 'groups', { unknown: expect.any(String) }],
  [
    'too many',
    { groups: Array.from({ length: 1_001 }, (_, n) => `g${n}`) },
    'groups',
    { unknown: expect.any(String) },
  ],
])('ACCESS-35 names in the claims of %s', (_, claims, path, expected) => {
  expect(namesIn({ ...claims }, path)).toEqual(expected);
});

test('ACCESS-35 UserInfo is needed only if the ID token says nothing about the names', () => {
  expect(hasNames({ groups: [] }, 'groups')).toBe(true);
  expect(hasNames({ _claim_names: { groups: 'src1' } }, 'groups')).toBe(true);
  expect(hasNames({ roles: [] }, 'groups')).toBe(false);
});

const ALL = { 'ops-admins': 'admin', ops: 'user', audit: 'viewer' } as const;
const ADMINS = { 'ops-admins': 'admin' } as const;
const USERS = { ops: 'user' } as const;

test.each<[Role, string[], Record<string, Role>, Role]>([
  ['user', ['ops-admins'], ALL, 'admin'],
  ['user', ['AUDIT', 'Ops'], ALL, 'user'],
  ['admin', ['ops'], ALL, 'user'],
  ['admin', ['audit'], ALL, 'viewer'],
  ['admin', ['other'], ALL, 'viewer'],
  ['viewer', ['ops'], ALL, 'user'],
  ['viewer', [], ALL, 'viewer'],
  // Only the role of administrators is managed.
  ['admin', ['other'], ADMINS, 'user'],
  ['user', ['other'], ADMINS, 'user'],
  ['viewer', ['other'], ADMINS, 'viewer'],
  ['viewer', ['ops-admins'], ADMINS, 'admin'],
  // Only the role of users is managed.
  ['admin', ['ops'], USERS, 'admin'],
  ['admin', [], USERS, 'admin'],
  ['viewer', ['ops'], USERS, 'user'],
  ['user', [], USERS, 'viewer'],
])('ACCESS-35 a %s in %j gets the role, with the map %j: %s', (current, names, map, expected) => {
  expect(roleFor(current, names, new Map(Object.entries(map)))).toBe(expected);
});
