import { describe, expect, test } from 'vitest';
import type { TeamMember } from '../../contract/calls/team.ts';
import { searchMembers, teamFigures } from './team-page.tsx';

const member = (fields: Partial<TeamMember>): TeamMember => ({
  id: crypto.randomUUID(),
  name: 'Ann Smith',
  email: 'ann@example.com',
  role: 'Manager',
  department: null,
  profileImageUrl: null,
  status: 'active',
  lastActive: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});

const TEAM = [
  member({ role: 'Senior Systems Administrator', department: 'IT Security' }),
  member({
    name: 'Bob Jones',
    role: 'Database Administrator',
    department: 'IT Security',
    status: 'inactive',
  }),
  member({ email: 'cy@corp.example', department: 'IT Operations' }),
  member({ name: 'Émile Zola' }),
];

test('TEAM-01 the figures count all, active, distinct departments and administrators', () => {
  expect(teamFigures(TEAM).map(({ label, value }) => [label, value])).toEqual([
    ['Total Members', 4],
    ['Active Now', 3],
    ['Departments', 2],
    ['Administrators', 2],
  ]);
});

describe('TEAM-02 the search covers', () => {
  test.each([
    ['the name', 'bob', 1],
    ['the e-mail', 'CORP.', 1],
    ['the role', 'administrator', 2],
    ['the department', 'it sec', 2],
    ['letters with accents', 'émile', 1],
    ['and without them', 'emile', 1],
    ['nothing without a text', '  ', 4],
    ['every word, at any place', 'security bob', 1],
    ['an exact text', '"bob jones"', 1],
    ['an exact text in its order', '"jones bob"', 0],
    ['exclusions', 'administrator -bob', 1],
    ['the status', 'status:inactive', 1],
    ['all statuses except one', '-status:inactive', 3],
    ['nobody by an operator of servers', 'env:production', 0],
  ])('%s', (_, q, count) => {
    expect(searchMembers(TEAM, q)).toHaveLength(count);
  });
});
