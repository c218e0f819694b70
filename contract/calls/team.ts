import * as z from 'zod/mini';
import { Email, LIMITS } from './accounts.ts';
import { del, get, post, put } from './endpoint.ts';
import { clearable, Id, Instant, line, requiredLine } from '../shared/fields.ts';

const MEMBER_LIMITS = { name: 255, role: 100, department: 100 };

/** Labels for people; they grant no rights. */
export const ROLE_PRESETS = [
  'System Administrator',
  'Senior Systems Administrator',
  'Senior Systems Engineer',
  'Infrastructure Engineer',
  'DevOps Engineer',
  'Security Analyst',
  'Network Administrator',
  'Database Administrator',
  'Manager',
  'VIP',
];

export const DEPARTMENT_PRESETS = [
  'IT Operations',
  'IT Security',
  'Network Operations',
  'Database Administration',
  'Midrange Services Team',
  'Server Services',
  'End User Team',
];

export const MemberStatus = z.enum(['active', 'inactive']);
export type MemberStatus = z.infer<typeof MemberStatus>;

/** An entry of the directory; independent of accounts. */
export const TeamMember = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  department: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  status: MemberStatus,
  /** Last activity of the account with this e-mail; null without any. */
  lastActive: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
});
export type TeamMember = z.infer<typeof TeamMember>;

export const NewTeamMember = z.object({
  name: requiredLine(MEMBER_LIMITS.name, 'Name'),
  email: Email,
  role: requiredLine(MEMBER_LIMITS.role, 'Role'),
  department: z.optional(clearable(line(MEMBER_LIMITS.department))),
  status: z.optional(MemberStatus),
});

export const TeamMemberChange = z.extend(z.partial(NewTeamMember), {
  /** Path of a picture that the editor of the member uploaded; null: the picture of the account with this e-mail, if any. */
  profileImageUrl: z.nullish(line(500)),
});

export const Invitation = z.object({
  email: Email,
  firstName: requiredLine(LIMITS.name, 'First name'),
  lastName: requiredLine(LIMITS.name, 'Last name'),
  role: requiredLine(MEMBER_LIMITS.role, 'Role'),
  department: z.optional(clearable(line(MEMBER_LIMITS.department))),
});
export type Invitation = z.output<typeof Invitation>;

export const team = {
  list: get('/api/team-members', {
    scope: 'viewer',
    mayBeStale: true,
    summary: 'All team members by name',
    result: z.array(TeamMember),
  }),
  create: post('/api/team-members', {
    scope: 'user',
    summary: 'Add a team member',
    body: NewTeamMember,
    result: TeamMember,
    status: 201,
  }),
  update: put('/api/team-members/:id', {
    scope: 'user',
    summary: 'Change a team member; fields that are left out stay',
    params: Id,
    body: TeamMemberChange,
    result: TeamMember,
  }),
  remove: del('/api/team-members/:id', {
    scope: 'user',
    summary: 'Remove a team member; can be taken back for ten minutes',
    params: Id,
  }),
  undelete: post('/api/team-members/:id/undelete', {
    scope: 'user',
    summary: 'Take a removal back',
    params: Id,
    result: TeamMember,
  }),
  invite: post('/api/team/invite', {
    scope: 'user',
    summary: 'Mail a link to register; one from an administrator counts as approval',
    body: Invitation,
    result: z.object({ invitedEmail: z.string(), message: z.string() }),
  }),
};
