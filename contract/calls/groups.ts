import * as z from 'zod/mini';
import { del, get, post, put } from './endpoint.ts';
import { LIMITS } from '../shared/document-words.ts';
import { Id, line, requiredLine } from '../shared/fields.ts';
import { Readers } from '../shared/readers.ts';

/** Who maintains the members: administrators here, or the directory of the company. */
export const GroupSource = z.enum(['local', 'oidc', 'scim']);
export type GroupSource = z.infer<typeof GroupSource>;

/** Accounts in one group. */
export const MOST_MEMBERS = 10_000;

export const Group = z.object({
  id: z.uuid(),
  name: z.string(),
  source: GroupSource,
  members: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type Group = z.infer<typeof Group>;

export const GroupName = z.object({ name: requiredLine(100, 'Name') });
export type GroupName = z.infer<typeof GroupName>;

export const NewGroup = z.extend(GroupName, {
  /** The accounts of its team members, by e-mail, become the first members. */
  department: z.optional(line(100)),
});
export type NewGroup = z.infer<typeof NewGroup>;

const GroupMembers = z.object({
  userIds: z
    .array(z.uuid('Not an id of an account'))
    .check(z.maxLength(MOST_MEMBERS, `Use at most ${MOST_MEMBERS} members`)),
});
/** The readers of new documents of a category that name none themselves; null for everybody. */
const DefaultReaders = z.object({ category: requiredLine(LIMITS.category, 'Category'), readers: Readers });
export type DefaultReaders = z.infer<typeof DefaultReaders>;

export const groups = {
  list: get('/api/groups', {
    scope: 'admin',
    summary: 'All groups by name, with their members',
    result: z.array(Group),
  }),
  create: post('/api/groups', {
    scope: 'admin',
    summary: 'Create a group, empty or with the accounts of a department',
    body: NewGroup,
    result: Group,
    status: 201,
  }),
  update: put('/api/groups/:id', {
    scope: 'admin',
    summary: 'Rename a group',
    params: Id,
    body: GroupName,
    result: Group,
  }),
  remove: del('/api/groups/:id', {
    scope: 'admin',
    summary: 'Delete a group; it is no longer a reader of any document',
    params: Id,
  }),
  setMembers: put('/api/groups/:id/members', {
    scope: 'admin',
    summary: 'Replace the members of a group',
    params: Id,
    body: GroupMembers,
    result: Group,
  }),
  listDefaultReaders: get('/api/categories/readers', {
    scope: 'admin',
    summary: 'The categories whose new documents have default readers, by name',
    result: z.array(DefaultReaders),
  }),
  setDefaultReaders: put('/api/categories/readers', {
    scope: 'admin',
    summary: 'Change the default readers of a category; existing documents stay as they are',
    body: DefaultReaders,
    result: DefaultReaders,
  }),
};
