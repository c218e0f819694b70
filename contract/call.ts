import type { Args, Endpoint, Result } from './endpoint.ts';
import { ApiError } from './error.ts';

type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Calls an endpoint. Cookies always go along; the JSON content type only with a body.
 * Throws ApiError for every answer that is not a success. `file` goes out for endpoints with `upload`.
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

/** A page of a list with what its headers say: how many there are in all, and where the next page starts. */
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

/** Puts a file to an address that an earlier call answered with. */
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

/** The address of a call: path parameters filled in, query parameters that have a value appended. */
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
