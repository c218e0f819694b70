import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { ErrorBody } from '../contract/shared/error.ts';

/** Expects the contract's error body: `error` and `message` are the same text, and there is nothing else. */
export function expectRefusal(answer: LightMyRequestResponse, status: number, code?: string): ErrorBody {
  expect([answer.statusCode, answer.body]).toEqual([status, expect.any(String)]);
  const body = z.strictObject(ErrorBody.shape).parse(answer.json());
  expect(body.error).toBe(body.message);
  if (code !== undefined) expect(body.code).toBe(code);
  expect(answer.body).not.toMatch(/\bat .*\.(ts|js):\d+|select |insert |node_modules|FST_/i);
  return body;
}
