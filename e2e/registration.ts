import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';
import type { Hub } from './hub.ts';
import { send } from './signed-in.ts';
import { approvals } from '../contract/administration.ts';

type Person = { email: string; password: string; firstName: string; lastName: string };

/** Registers an account with a verified address through the API and the outbox. It waits for an administrator. */
export async function register(hub: Hub, person: Person): Promise<void> {
  const registration = await send(hub, '', '/api/auth/register', {
    ...person,
    confirmPassword: person.password,
  });
  expect(registration.status).toBe(201);
  const token = await verificationToken(hub, person.email);
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

async function verificationToken(hub: Hub, email: string): Promise<string> {
  const folder = join(hub.dataDir, 'outbox');
  for (;;) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.eml')) continue;
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      const token = /\/verify-email\?token=([\w-]+)/.exec(mail.text ?? '')?.[1];
      if (token && mail.to?.some(({ address }) => address === email)) return token;
    }
    await wait(200);
  }
}
