import { ADMINISTRATOR, openDataDir, startHub } from './hub.ts';

/** Runs once before all tests. The products of the files start with copies of this data folder. */
export default async function firstStart(): Promise<() => Promise<void>> {
  const { dataDir, remove } = await openDataDir('first-start');
  const hub = await startHub(dataDir, ADMINISTRATOR);
  await hub.stop();
  process.env['FIRST_START'] = dataDir;
  return remove;
}
