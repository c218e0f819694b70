import * as z from 'zod';
import { Email, LIMITS } from '../../contract/calls/accounts.ts';
import type { UserRow } from '../accounts/queries.ts';
import { splitName } from '../accounts/google/split-name.ts';
import { invalid } from './errors.ts';
import { ENTERPRISE, type Resource } from './patch.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** Entra ID writes the boolean as text. */
const Tolerant = z.preprocess(
  (value) => (typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value),
  z.boolean(),
);

const optionalText = (length: number) => z.string().max(length).nullish();

const UserResource = z.looseObject({
  userName: z.string().trim().min(1).max(255),
  externalId: optionalText(255),
  active: Tolerant.optional(),
  displayName: optionalText(255),
  name: z
    .object({
      givenName: optionalText(1_000),
      familyName: optionalText(1_000),
      formatted: optionalText(1_000),
    })
    .partial()
    .nullish(),
  emails: z
    .array(z.object({ value: optionalText(255), primary: Tolerant.optional().catch(undefined) }))
    .max(50)
    .nullish(),
});

/** An account as the directory sees it. */
export type ScimUser = {
  user: UserRow;
  userName: string;
  externalId: string | null;
  attributes: Record<string, unknown>;
  groups: { value: string; display: string }[];
};

/** The fields of an account in a resource. */
export type UserFields = {
  userName: string;
  externalId: string | null;
  email: string;
  firstName: string;
  lastName: string;
  /** Undefined if the resource does not say it. */
  active: boolean | undefined;
  attributes: Record<string, unknown>;
};

/** Attributes that come from the account, and those that are never stored. */
const NOT_STORED = [
  'schemas',
  'id',
  'meta',
  'username',
  'externalid',
  'active',
  'name',
  'emails',
  'groups',
  'password',
];
const MAX_ATTRIBUTES = 64 * 1024;

/** Names of attributes are compared without case. */
const CANONICAL = ['userName', 'externalId', 'active', 'displayName', 'name', 'emails'];
const inCanonicalCase = (resource: Resource): Resource =>
  Object.fromEntries(
    Object.entries(resource).map(([key, value]) => [
      CANONICAL.find((name) => name.toLowerCase() === key.toLowerCase()) ?? key,
      value,
    ]),
  );

/** Reads a resource, in the request of a directory or after a PATCH. */
export function userFieldsOf(resource: Resource): UserFields {
  const parsed = UserResource.safeParse(inCanonicalCase(resource));
  if (parsed.error) {
    const issue = parsed.error.issues[0];
    throw invalid('invalid_value', `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { userName, externalId, active, name, displayName, emails } = parsed.data;
  const primary = emails?.find((email) => email.primary) ?? emails?.find(({ value }) => value);
  const email = Email.safeParse(primary?.value ?? userName).data;
  if (email === undefined) throw invalid('invalid_value', 'emails: one must be an e-mail address.');
  const { first, last } = splitName(name?.formatted ?? displayName ?? '', email);
  const attributes = storedAttributes(resource);
  if (JSON.stringify(attributes).length > MAX_ATTRIBUTES)
    throw invalid('invalid_value', 'The attributes are longer than 64 KiB.');
  return {
    userName,
    externalId: externalId ?? null,
    email,
    firstName: (name?.givenName ?? first).trim().slice(0, LIMITS.name),
    lastName: (name?.familyName ?? last).trim().slice(0, LIMITS.name),
    active,
    attributes,
  };
}

function storedAttributes(resource: Resource): Record<string, unknown> {
  const { [ENTERPRISE]: enterprise, ...others } = resource;
  const stored = Object.entries(others).filter(([key]) => !NOT_STORED.includes(key.toLowerCase()));
  return {
    ...Object.fromEntries(stored),
    ...(isObject(enterprise) && { [ENTERPRISE]: withManager(enterprise) }),
  };
}

/** Entra ID writes the id of a manager as text. */
const withManager = (enterprise: Resource): Resource =>
  typeof enterprise['manager'] === 'string'
    ? { ...enterprise, manager: { value: enterprise['manager'] } }
    : enterprise;

const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The resource of an account. `base` is the address of the protocol. */
export function userResource(
  { user, userName, externalId, attributes, groups }: ScimUser,
  base: string,
): Resource {
  const { id, email, firstName, lastName, accountStatus, createdAt, updatedAt } = user;
  return {
    displayName: `${firstName} ${lastName}`.trim() || email,
    ...attributes,
    schemas: [USER_SCHEMA, ...(ENTERPRISE in attributes ? [ENTERPRISE] : [])],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    name: { givenName: firstName, familyName: lastName, formatted: `${firstName} ${lastName}`.trim() },
    emails: [{ value: email, type: 'work', primary: true }],
    active: accountStatus === 'active',
    groups: groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}`, type: 'direct' })),
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}
