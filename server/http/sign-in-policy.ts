import { sql, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { BlockList, isIP } from 'node:net';
import type { Endpoint } from '../../contract/calls/endpoint.ts';
import { ownAccount } from '../../contract/calls/own-account.ts';
import { passkeys as passkeyCalls } from '../../contract/calls/passkeys.ts';
import { secondFactor } from '../../contract/calls/second-factor.ts';
import type { SignInPolicy } from '../../contract/calls/sign-in-policy.ts';
import { signedIn } from '../../contract/calls/user.ts';
import { installationSettings, passkeys, users } from '../db/schema.ts';
import { refuse, type Refusal } from './errors.ts';
import { addressOf } from './source.ts';

/** The stored policy, with the time since which each role needs a second factor. */
export type StoredPolicy = SignInPolicy & { requiredSince: Partial<Record<string, string>> };

/** What the policy says about an account, for each request. */
export type PolicyFacts = {
  networks: string[] | null;
  /** When the account must have a second factor; null if it has one or needs none. */
  secondFactorBy: Date | null;
  mustEnrol: boolean;
};

const stored = sql`(select value from ${installationSettings} where name = 'sign-in')`;
const since = sql`(${stored} -> 'requiredSince' ->> ${users.role})::timestamptz`;
const days = sql`(${stored} ->> 'graceDays')::int * interval '1 day'`;

export const hasSecondFactor: SQL = sql`(${users.totpEnabledAt} is not null
  or exists (select from ${passkeys} where ${passkeys.userId} = ${users.id}))`;

/** Null without the requirement: a comparison with null is null. */
const by = sql`case when ${since} is null or ${hasSecondFactor} then null
  else greatest(${since}, coalesce(${users.approvedAt}, ${users.createdAt})) + ${days} end`;

/** Columns of a query that finds the account of a request. Everything is by the clock of the database. */
export const POLICY_FACTS = {
  networks: sql<string[] | null>`${stored} -> 'networks' -> ${users.role}`,
  secondFactorBy: sql<string | null>`(${by})::text`,
  mustEnrol: sql<boolean>`coalesce(${by} <= now(), false)`,
};

export const policyFacts = (row: {
  networks: string[] | null;
  secondFactorBy: string | null;
  mustEnrol: boolean;
}): PolicyFacts => ({
  networks: row.networks,
  secondFactorBy: row.secondFactorBy === null ? null : new Date(row.secondFactorBy),
  mustEnrol: row.mustEnrol,
});

/** Whether an address is in one of the networks. An empty list allows all. */
export function isInNetworks(address: string, networks: string[]): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [first = '', bits] = network.split('/');
    list.addSubnet(first, Number(bits), isIP(first) === 6 ? 'ipv6' : 'ipv4');
  }
  const type = isIP(address);
  return type !== 0 && list.check(address, type === 6 ? 'ipv6' : 'ipv4');
}

/** Calls that people need to set up a second factor. */
const ENROLMENT = new Set<Endpoint>([
  signedIn.currentUser,
  signedIn.logout,
  ownAccount.waysIn,
  secondFactor.show,
  secondFactor.setUp,
  secondFactor.enable,
  passkeyCalls.list,
  passkeyCalls.options,
  passkeyCalls.create,
]);

const NOT_FROM_HERE = 'Your role may not use Ops Hub from this network.';

/** The refusal of a request from elsewhere, or by somebody who has to set up a second factor first. */
export function refusalByPolicy(
  facts: PolicyFacts,
  request: FastifyRequest,
  endpoint?: Endpoint,
): Refusal | undefined {
  if (facts.networks && !isInNetworks(addressOf(request), facts.networks))
    return refuse(403, 'network_not_allowed', NOT_FROM_HERE);
  if (facts.mustEnrol && !(endpoint && ENROLMENT.has(endpoint)))
    return refuse(403, 'second_factor_required', 'Set up two-factor sign-in or a passkey first.');
  return undefined;
}
