import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { documents } from '../contract/calls/documents.ts';
import { copyFolder } from './copy-folder.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';
import { productWith, type Product } from './proof-product.ts';

const KILLER = pathToFileURL(join(import.meta.dirname, 'kill-at-call.ts')).href;
const [RESTORED, SINCE] = ['In the backup', 'Written since'];
const COMPLETED = 'is completed now: DATA_DIR holds the restored data';
const UNCHANGED = 'DATA_DIR holds the data from before it';

/**
 * Kills `npm run restore -- --force` before every call that changes files, starts the product, and restores once more. Each
 * time the product has all of the old or all of the new data, and says which.
 */
export async function proveRestore(): Promise<void> {
  const { folder, remove } = await openTemporaryFolder();
  const dataDir = join(folder, 'data');
  const product = productWith(await freePort(), { DATA_DIR: dataDir, RATE_LIMIT_SCALE: '100000' });
  try {
    const filled = await fillTemplate(product, folder, dataDir);
    const outcomes = { old: 0, restored: 0 };
    for (let killAt = 1; ; killAt += 1) {
      rmSync(dataDir, { recursive: true });
      await copyFolder(filled.template, dataDir);
      const isKilled = restore(dataDir, filled.backup, killAt);
      const titles = await titlesAtStart(product, killAt);
      outcomes[titles.includes(SINCE) ? 'old' : 'restored'] += 1;
      if (!isKilled) break;
      restore(dataDir, filled.backup);
      if ((await titlesAtStart(product, killAt)).includes(SINCE))
        throw new Error(`restore: the one after kill ${killAt} restored nothing`);
      const left = readdirSync(dataDir).filter((name) => name.startsWith('restor'));
      if (left.length > 0) throw new Error(`restore: kill ${killAt} left ${left.join()} behind`);
    }
    console.log(
      `restore: killed before each of ${outcomes.old + outcomes.restored - 1} calls; ${outcomes.old} times all of the old ` +
        `data, ${outcomes.restored} times all of the restored data`,
    );
  } finally {
    await product.end();
    await remove();
  }
}

async function fillTemplate(product: Product, folder: string, dataDir: string) {
  const [template, backup] = [join(folder, 'template'), join(folder, 'hub.zip')];
  const child = await product.start();
  await product.signIn();
  await product.ask(documents.create, { body: { title: RESTORED, content: 'Text' } });
  run(dataDir, {}, 'backup', backup);
  await product.ask(documents.create, { body: { title: SINCE, content: 'Text' } });
  await product.stop(child);
  await copyFolder(dataDir, template);
  return { template, backup };
}

/** Returns false when the restore makes fewer calls. */
const restore = (dataDir: string, backup: string, killAt = Infinity): boolean =>
  run(
    dataDir,
    { NODE_OPTIONS: `--import=${KILLER}`, KILL_AT: String(killAt) },
    'restore',
    '--force',
    backup,
  ) === 'SIGKILL';

function run(dataDir: string, settings: Record<string, string>, command: string, ...args: string[]) {
  const script = join(import.meta.dirname, `../server/commands/${command}.ts`);
  const { status, signal, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0 && signal === null) throw new Error(`restore: ${command} failed: ${stderr}`);
  return signal;
}

async function titlesAtStart(product: Product, killAt: number): Promise<string[]> {
  const child = await product.start();
  await product.signIn();
  const titles = (await product.ask(documents.list, {})).map(({ title }) => title);
  await product.stop(child);
  const isOld = titles.includes(SINCE);
  if (!titles.includes(RESTORED) || titles.length !== (isOld ? 2 : 1))
    throw new Error(`restore: after kill ${killAt} there are the documents ${titles.join(', ')}`);
  const line = product.printed().find((text) => text.includes('interrupted'));
  if (line && !line.includes(isOld ? UNCHANGED : COMPLETED))
    throw new Error(`restore: after kill ${killAt} the start says: ${line}`);
  return titles;
}
