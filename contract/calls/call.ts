import type { Args, Endpoint, Result } from './endpoint.ts';
import { ApiError } from '../shared/error.ts';

type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Calls an endpoint with cookies, and with a JSON content type if there is a body. Throws ApiError for every response
 * that is not a success. `file` is for endpoints with `upload`.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  args: Args<E> & { file?: Blob & { name?: string }; idempotencyKey?: string; signal?: AbortSignal },
  send: Send = fetch,
): Promise<Result<E>> {
  const response = await callForResponse(endpoint, args, send);
  if (!endpoint.result) return undefined as Result<E>;
  return endpoint.result.parse(await response.json()) as Result<E>;
}

/** Reads a page of a list with its headers: the total and the cursor of the next page. */
export async function callForPage<E extends Endpoint>(
  endpoint: E,
  args: Args<E> & { signal?: AbortSignal | undefined },
  send: Send = fetch,
): Promise<{ items: Result<E>; total: number; nextCursor: string | undefined }> {
  const response = await callForResponse(endpoint, args, send);
  return {
    items: endpoint.result?.parse(await response.json()) as Result<E>,
    total: Number(response.headers.get('x-total-count') ?? 0),
    nextCursor: response.headers.get('x-next-cursor') ?? undefined,
  };
}

/** Uploads a file to an address that an earlier call returned. */
export async function putFile(address: string, file: Blob, send: Send = fetch): Promise<void> {
  const response = await send(address, {
    method: 'PUT',
    credentials: 'include',
    headers: { 'content-type': file.type || 'application/octet-stream' },
    body: file,
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
}

async function callForResponse(endpoint: Endpoint, args: object, send: Send): Promise<Response> {
  const { params, query, body, file, idempotencyKey, signal } = args as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    file?: Blob & { name?: string };
    idempotencyKey?: string;
    signal?: AbortSignal;
  };
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const response = await send(addressOf(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: 'include',
    headers,
    body: file ? formWith(file) : body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response;
}

function formWith(file: Blob & { name?: string }): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}

type Scalar = string | number | boolean;

/** The address of a call, with path and query parameters. */
export function addressOf(
  path: string,
  params?: Record<string, unknown>,
  query?: Record<string, unknown>,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, `${value as Scalar}`);
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}
