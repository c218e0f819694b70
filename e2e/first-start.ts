import { ADMINISTRATOR, openDataDir, startHub } from './hub.ts';

/** Run once before all tests: the products of the files begin as copies of the folder that a first start leaves. */
export default async function firstStart(): Promise<() => Promise<void>> {
  const { dataDir, remove } = await openDataDir('first-start');
  const hub = await startHub(dataDir, ADMINISTRATOR);
  await hub.stop();
  process.env['FIRST_START'] = dataDir;
  return remove;
}
