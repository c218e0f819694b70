import * as z from 'zod/mini';

/**
 * One API call as a value. The server mounts it, the browser and the tests call it, and the OpenAPI document is
 * generated from it, so they cannot drift apart.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters, from the root. */
  path: string;
  /** Who may call it. Rules for single objects are in the server's queries. */
  scope: Scope;
  /** Protects the account itself (password, sessions, tokens …): requires a session, an API token is not enough. */
  sessionOnly?: true;
  summary: string;
  /**
   * A read whose result may be some seconds old. It may come from a standby (READ_DATABASE_URL). Not for sessions, permissions, or
   * what people edit.
   */
  mayBeStale?: true;
  /** A read that a copy answers while the database is away (server/outage/copy.ts). */
  inOutage?: true;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** The request carries one file in the multipart field `file` instead of JSON. */
  upload?: { maxBytes: number; /** Stored while it arrives, never in memory as a whole. */ isStored?: true };
  /** The body is a file of any content type instead of JSON. */
  bytes?: { maxBytes: number };
  /** The body is the form of a page that works without script. */
  form?: true;
  /** Maximum JSON body in bytes; by default 1 MiB. */
  maxBodyBytes?: number;
  /** Schema of the response; without it the response has no body. */
  result?: z.ZodMiniType;
  /** Additional response headers. */
  headers?: Record<string, string>;
  status: 200 | 201 | 202 | 204 | 302;
  /** The response may hold a whole document: it counts against the memory that one person may use at once. */
  isLarge?: true;
  /** Content type of a response that is not JSON (events, files). */
  produces?: string;
};

/** Who may call it at least, in rising order. A viewer only reads; `user` is the role of editors. */
export const SCOPES = ['public', 'viewer', 'user', 'admin'] as const;
type Scope = (typeof SCOPES)[number];

type Definition = Omit<Endpoint, 'method' | 'path' | 'status'> & { status?: Endpoint['status'] };

const define =
  <M extends Endpoint['method']>(method: M, status: Endpoint['status']) =>
  <const D extends Definition>(path: string, definition: D) =>
    ({ status, ...definition, method, path }) as { status: Endpoint['status'] } & D & {
        method: M;
        path: string;
      };

export const get = define('GET', 200);
export const post = define('POST', 200);
export const put = define('PUT', 200);
export const del = define('DELETE', 204);

type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type In<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** Input of a handler, after validation. */
export type Input<E extends Endpoint> = {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
};

/** Arguments of a caller; parts that the endpoint lacks are omitted. */
export type Args<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>;

type Part<K extends string, S> = S extends z.ZodMiniType
  ? Record<string, never> extends In<S>
    ? { [k in K]?: In<S> }
    : { [k in K]: In<S> }
  : unknown;

/** Result for a caller. */
export type Result<E extends Endpoint> = E['result'] extends z.ZodMiniType
  ? z.output<E['result']>
  : undefined;

/** Result of a handler, before defaults are added and unknown fields removed. */
export type Answer<E extends Endpoint> = E['result'] extends z.ZodMiniType ? z.input<E['result']> : void;

/** Default messages for invalid input, used by schemas without their own: short, and about the remedy. */
const KINDS: Record<string, string> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
};

z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type') {
      return issue.input === undefined
        ? 'Is required'
        : (KINDS[issue.expected] ?? `Must be ${issue.expected}`);
    }
    // An empty filter value, which is not offered as a choice.
    if (issue.code === 'invalid_value')
      return `Must be one of: ${issue.values
        .filter((value) => value !== '')
        .map(String)
        .join(', ')}`;
    if (issue.code === 'too_small' && issue.origin === 'number') return `Must be at least ${issue.minimum}`;
    if (issue.code === 'too_big' && issue.origin === 'number') return `Must be at most ${issue.maximum}`;
    if (issue.code === 'too_big') return `Use at most ${issue.maximum} characters`;
    return undefined;
  },
});
