import { expect, test, vi } from 'vitest';
import { withApp } from '../../test/app.ts';
import { PASSWORD } from '../../test/factories.ts';
import type * as ResponseTime from './response-time.ts';

const rounded = vi.hoisted(() => ({ calls: 0 }));
vi.mock('./response-time.ts', async (original) => {
  const { roundedUp } = await original<typeof ResponseTime>();
  const counted: typeof roundedUp = (work) => {
    rounded.calls += 1;
    return roundedUp(work);
  };
  return { roundedUp: counted };
});

const at = withApp();
const email = 'ann@example.com';
const passwords = { password: PASSWORD, confirmPassword: PASSWORD };

test.each([
  ['register', { email, firstName: 'Ann', lastName: 'Smith', ...passwords }],
  ['forgot-password', { email }],
  ['resend-verification', { email }],
])('threat 3 threat 4 the time of %s is rounded up', async (call, payload) => {
  rounded.calls = 0;
  const url = `/api/auth/${call}`;
  expect((await at.current.anonymous.send({ method: 'POST', url, payload })).statusCode).toBeLessThan(300);
  expect(rounded.calls).toBe(1);
});
