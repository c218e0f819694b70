import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';
import type { Hub } from './hub.ts';

type Wanted = { to: string; subject: RegExp };

/** Waits for the newest mail of the kind in the product's outbox folder. Returns its link, if it has one. */
export async function receive(hub: Hub, wanted: Wanted): Promise<{ link: string | undefined }> {
  let text: string | undefined;
  await expect
    .poll(async () => (text = await newest(hub, wanted)), { message: `mail to ${wanted.to}` })
    .toBeDefined();
  return { link: /https?:\/\/\S+/.exec(text ?? '')?.[0] };
}

async function newest(hub: Hub, { to, subject }: Wanted): Promise<string | undefined> {
  const folder = join(hub.dataDir, 'outbox');
  // The folder does not exist before the first mail.
  const names = await readdir(folder).catch(() => [] as string[]);
  // The names start with the time of writing.
  for (const name of names
    .filter((file) => file.endsWith('.eml'))
    .toSorted()
    .toReversed()) {
    const mail = await PostalMime.parse(await readFile(join(folder, name)));
    if (mail.to?.[0]?.address === to && subject.test(mail.subject ?? '')) return mail.text ?? '';
  }
  return undefined;
}
