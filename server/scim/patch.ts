import { filter, parse, type Filter } from 'scim2-parse-filter';
import * as z from 'zod';
import { invalid } from './errors.ts';

export type Resource = Record<string, unknown>;

const MOST_OPERATIONS = 1_000;
const MAX_PATH = 1_000;

/** Keys and operations are compared without case: Entra ID writes "Replace", others "replace". */
const Operation = z.object({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().max(MAX_PATH).optional(),
  value: z.unknown().optional(),
});
type Operation = z.output<typeof Operation>;

export const PatchRequest = z.object({ Operations: z.array(Operation).min(1).max(MOST_OPERATIONS) });

/** A path is `attribute`, `attribute.part`, `attribute[filter]` or `attribute[filter].part`, optionally after a schema. */
type Path = {
  schema: string | undefined;
  attribute: string | undefined;
  where: Filter | undefined;
  part: string | undefined;
};

const NAME = String.raw`\$?[A-Za-z][\w-]*`;
const PATH = new RegExp(`^(${NAME})(?:\\[(.+)\\])?(?:\\.(${NAME}))?$`, 's');

/** Schemas whose attributes are in the resource itself, and those with an object of their own. */
const CORE = ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:core:2.0:Group'];
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

function readPath(text: string): Path {
  const schema = [...CORE, ENTERPRISE].find((urn) => text.toLowerCase().startsWith(urn.toLowerCase()));
  const rest = schema ? text.slice(schema.length).replace(/^:/, '') : text;
  const own = schema === ENTERPRISE ? schema : undefined;
  if (schema && rest === '') return { schema: own, attribute: undefined, where: undefined, part: undefined };
  const [, attribute, where, part] = PATH.exec(rest) ?? [];
  if (!attribute) throw invalid('invalid_path', `The path ${text} is not understood.`);
  return { schema: own, attribute, where: where === undefined ? undefined : readFilter(where), part };
}

export function readFilter(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw invalid('invalid_filter', `The filter ${text} is not understood.`);
  }
}

/** Changes the resource by the operations of a PATCH request (RFC 7644, 3.5.2), as tolerant as the directories need it. */
export function applyPatch(resource: Resource, operations: Operation[]): void {
  for (const { op, path, value } of operations) {
    if (path !== undefined) apply(resource, op, readPath(path), value);
    // Without a path, the value has attributes, whose names may be paths.
    else if (isObject(value))
      for (const [key, part] of Object.entries(value)) apply(resource, op, readPath(key), part);
    else throw invalid('no_target', 'An operation without a path needs an object as value.');
  }
}

type Verb = Operation['op'];

function apply(resource: Resource, op: Verb, { schema, attribute, where, part }: Path, value: unknown) {
  const owner = schema ? childOf(resource, schema) : resource;
  if (attribute === undefined) {
    if (op === 'remove') for (const key of Object.keys(owner)) Reflect.deleteProperty(owner, key);
    else if (isObject(value))
      for (const [key, one] of Object.entries(value)) apply(owner, op, readPath(key), one);
    return;
  }
  const key = keyIn(owner, attribute);
  if (where) owner[key] = changeElements(listOf(owner[key]), op, { where, part, value });
  else if (part === undefined) changeAttribute(owner, key, op, value);
  else if (Array.isArray(owner[key]))
    for (const element of owner[key].filter(isObject)) changePart(element, part, op, value);
  else changePart(childOf(owner, key), part, op, value);
}

function changeAttribute(owner: Resource, key: string, op: Verb, value: unknown) {
  const before = owner[key];
  if (op === 'remove') {
    // Entra ID names the elements to remove in the value.
    if (Array.isArray(before) && Array.isArray(value) && value.length > 0)
      owner[key] = before.filter((element) => !value.some((one) => isSame(element, one)));
    else Reflect.deleteProperty(owner, key);
  } else if (op === 'add' && (Array.isArray(before) || Array.isArray(value)))
    owner[key] = addedTo(listOf(before), listOf(value));
  else if (isObject(before) && isObject(value)) owner[key] = { ...before, ...value };
  else owner[key] = value;
}

function changePart(owner: Resource, part: string, op: Verb, value: unknown) {
  const key = keyIn(owner, part);
  if (op === 'remove') Reflect.deleteProperty(owner, key);
  else owner[key] = value;
}

type Change = { where: Filter; part: string | undefined; value: unknown };

/** Elements that a filter matches. One that is missing is created, if the filter says how it looks. */
function changeElements(list: unknown[], op: Verb, { where, part, value }: Change): unknown[] {
  const matches = filter(where);
  const isMatch = (element: unknown) => isObject(element) && matches(element);
  if (op === 'remove' && part === undefined) return list.filter((element) => !isMatch(element));
  if (!list.some(isMatch)) {
    if (op === 'remove') return list;
    if (where.op !== 'eq' || !('compValue' in where))
      throw invalid('no_target', 'The filter of the path matches nothing.');
    const created: Resource = { [where.attrPath]: where.compValue };
    return [
      ...list,
      part === undefined ? { ...created, ...(isObject(value) && value) } : { ...created, [part]: value },
    ];
  }
  return list.map((element) => {
    if (!isObject(element) || !isMatch(element)) return element;
    const changed = { ...element, ...(part === undefined && isObject(value) && value) };
    if (part !== undefined) changePart(changed, part, op, value);
    return changed;
  });
}

const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** Two elements of a list are the same if their `value` is. */
const isSame = (one: unknown, other: unknown): boolean =>
  isObject(one) && isObject(other) ? one['value'] === other['value'] : one === other;

function addedTo(list: unknown[], more: unknown[]): unknown[] {
  const kept = list.filter((element) => !more.some((one) => isSame(element, one)));
  return [...kept, ...more];
}

const keyIn = (owner: Resource, name: string): string =>
  Object.keys(owner).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;

function childOf(owner: Resource, name: string): Resource {
  const key = keyIn(owner, name);
  const child = owner[key];
  if (isObject(child)) return child;
  const created: Resource = {};
  owner[key] = created;
  return created;
}
