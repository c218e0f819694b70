import { expect } from '@playwright/test';
import type { Hub } from './hub.ts';
import { receive } from './outbox.ts';
import { send } from './signed-in.ts';
import { approvals } from '../contract/calls/approvals.ts';

type Person = { email: string; password: string; firstName: string; lastName: string };

/** Registers an account with a verified address through the API and the outbox. It waits for an administrator. */
export async function register(hub: Hub, person: Person): Promise<void> {
  const registration = await send(hub, '', '/api/auth/register', {
    ...person,
    confirmPassword: person.password,
  });
  expect(registration.status).toBe(201);
  const { link = '' } = await receive(hub, { to: person.email, subject: /Confirm your e-mail address/ });
  const token = new URL(link).searchParams.get('token');
  const proven = await fetch(`${hub.url}/api/auth/verify-email?token=${token}`);
  expect(proven.status).toBe(200);
}

/** A second account: registered, verified, and approved by the administrator. */
export async function registerAndApprove(hub: Hub, adminCookie: string, person: Person): Promise<void> {
  await register(hub, person);
  const headers = { cookie: `sid=${adminCookie}` };
  const pending = approvals.listPending.result.parse(
    await (await fetch(hub.url + approvals.listPending.path, { headers })).json(),
  );
  const id = pending.find(({ email }) => email === person.email)?.id;
  expect((await send(hub, adminCookie, `/api/admin/approve-user/${id}`, {})).status).toBe(200);
}
