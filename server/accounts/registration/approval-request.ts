import type { Actor } from '../../actor.ts';
import type { Db } from '../../db/open.ts';
import { notify } from '../../notifications/notify.ts';
import { listAdministrators } from '../queries.ts';

/** Notifies every administrator that somebody verified their address and waits. */
export async function askForApproval(tx: Db, { name }: Pick<Actor, 'name'>): Promise<void> {
  for (const { id } of await listAdministrators(tx)) {
    await notify(tx, id, { kind: 'approval', title: `${name} waits for approval`, link: '/admin/approval' });
  }
}
