import { Role } from '../../../contract/calls/user.ts';
import { nameKey, plainName } from '../../directory-name.ts';

type ClaimSet = Record<string, unknown>;

/** The names of groups or roles that the issuer reports, or why they are not known. */
export type DirectoryNames = { names: string[] } | { unknown: string };

/** Names of one person. */
const MOST_NAMES = 1_000;

const TOO_MANY_FOR_ENTRA =
  'Entra ID sends no list of more than 200 groups. Assign app roles and set OIDC_ROLE_CLAIM=roles, ' +
  'or send only the groups that are assigned to the application';

/**
 * Reads the claim of OIDC_ROLE_CLAIM: a name of a claim, or a path with dots into one, such as `realm_access.roles`. Issuers
 * leave the claim out for a person without groups.
 */
export function namesIn(claims: ClaimSet, path: string): DirectoryNames {
  const value = valueAt(claims, path);
  if (value === undefined || value === null) return isElsewhere(claims, path) ?? { names: [] };
  const values = Array.isArray(value) ? value : [value];
  if (!values.every((name): name is string => typeof name === 'string'))
    return { unknown: `The claim ${path} is neither a text nor a list of texts` };
  if (values.length > MOST_NAMES) return { unknown: `The claim ${path} has more than ${MOST_NAMES} names` };
  const byKey = new Map(values.map((name) => [nameKey(name), plainName(name)]));
  byKey.delete('');
  return { names: [...byKey.values()] };
}

/** A claim may have dots in its name, such as `https://example.com/roles`. */
function valueAt(claims: ClaimSet, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as ClaimSet)[part];
  }
  return value;
}

/** Whether the claims say that the list is too long for the token (OpenID Connect Core, 5.6.2). */
function isElsewhere(claims: ClaimSet, path: string): { unknown: string } | undefined {
  const elsewhere = claims['_claim_names'];
  const first = path.split('.')[0] ?? path;
  const isNamed = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, first);
  return isNamed || claims['hasgroups'] === true || claims['hasgroups'] === 'true'
    ? { unknown: TOO_MANY_FOR_ENTRA }
    : undefined;
}

/** Whether the claims say something about the names, even if only that they are too many. */
export const hasNames = (claims: ClaimSet, path: string): boolean =>
  valueAt(claims, path) !== undefined || isElsewhere(claims, path) !== undefined;

/** Lowest first. */
const RANKS = Role.options;
const highest = (roles: Role[]): Role | undefined => RANKS.findLast((role) => roles.includes(role));

/**
 * The role after a sign-in. Roles of the map are managed by the directory: they are given and taken away. Another role stays, since
 * an administrator here gave it. A person who loses a managed role gets the next lower one that is not managed.
 */
export function roleFor(current: Role, names: string[], map: Map<string, Role>): Role {
  const managed = new Set(map.values());
  const given = names.flatMap((name) => map.get(nameKey(name)) ?? []);
  const role = highest(managed.has(current) ? given : [...given, current]);
  const lower = RANKS.slice(0, RANKS.indexOf(current));
  return role ?? highest(lower.filter((one) => !managed.has(one))) ?? 'viewer';
}
