import * as z from 'zod/mini';
import { get, put } from './endpoint.ts';
import { Instant, line } from '../shared/fields.ts';
import { Role } from './user.ts';

const MOST_NETWORKS = 100;
const MOST_GRACE_DAYS = 90;

const cidr = z.union([z.cidrv4(), z.cidrv6()]);
const Network = line(50).check(
  z.refine((text) => cidr.safeParse(text).success, 'Use a network such as 10.0.0.0/8 or fc00::/7'),
);
const networks = z.array(Network).check(z.maxLength(MOST_NETWORKS, `Use at most ${MOST_NETWORKS} networks`));

/** How people sign in, by their role. */
export const SignInPolicy = z.object({
  /** Roles that need an authenticator or a passkey, and how many days people have to set one up. */
  secondFactorRoles: z.array(Role).check(z.maxLength(Role.options.length)),
  graceDays: z
    .int('Use a whole number of days')
    .check(
      z.minimum(0, 'Use 0 days or more'),
      z.maximum(MOST_GRACE_DAYS, `Use at most ${MOST_GRACE_DAYS} days`),
    ),
  /** Refuses passwords and passkeys, except those of this administrator. */
  openIdOnly: z.boolean(),
  emergencyId: z.nullable(z.uuid('Choose an administrator')),
  /** Networks from which a role may use Ops Hub. An empty list allows all. */
  networks: z.object({ viewer: networks, user: networks, admin: networks }),
});
export type SignInPolicy = z.infer<typeof SignInPolicy>;

export const NO_POLICY: SignInPolicy = {
  secondFactorRoles: [],
  graceDays: 14,
  openIdOnly: false,
  emergencyId: null,
  networks: { viewer: [], user: [], admin: [] },
};

/** What an administrator needs to know beside the policy. */
const PolicyState = z.object({
  policy: SignInPolicy,
  /** Since when each role needs a second factor. */
  requiredSince: z.partialRecord(Role, Instant),
  /** Active accounts of each role without a second factor. */
  withoutSecondFactor: z.object({ viewer: z.int(), user: z.int(), admin: z.int() }),
  isOpenIdConfigured: z.boolean(),
  /** Active administrators with a password. */
  administrators: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** The address of this request. */
  address: z.string(),
});
export type PolicyState = z.infer<typeof PolicyState>;

export const signInPolicy = {
  show: get('/api/admin/sign-in-policy', {
    scope: 'admin',
    sessionOnly: true,
    summary: 'How people sign in, by their role',
    result: PolicyState,
  }),
  update: put('/api/admin/sign-in-policy', {
    scope: 'admin',
    sessionOnly: true,
    summary: 'Change how people sign in; refuses a policy that would lock out its author',
    body: SignInPolicy,
    result: PolicyState,
  }),
};
