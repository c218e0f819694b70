import { documentKey, type KeptCopies } from './kept.ts';

/** What the page about the copies shows. */
export type Summary = {
  /** Documents that the server wants this browser to keep, and those of them that are here in the right version. */
  wanted: number;
  here: number;
  servers: number;
  pictures: number;
  bytes: number;
  /** When the copies were compared with the server last, and when it answered last; 0 if never. */
  comparedAt: number;
  contact: number;
  /** The browser may not remove them to make room for others. */
  isPersistent: boolean;
};

export async function summaryOf({ store, reader }: KeptCopies): Promise<Summary> {
  const [records, chosen, inventory, isPersistent] = await Promise.all([
    store.list(),
    store.chosen(),
    reader.servers(),
    navigator.storage.persisted(),
  ]);
  const versions = new Map(records.map(({ key, version }) => [key, version]));
  return {
    wanted: chosen.documents.length,
    here: chosen.documents.filter(({ id, version }) => versions.get(documentKey(id)) === version).length,
    servers: inventory?.list.length ?? 0,
    pictures: records.filter(({ key }) => key.startsWith('image:')).length,
    bytes: records.reduce((sum, { size }) => sum + size, 0),
    comparedAt: chosen.at,
    contact: store.times().contact,
    isPersistent,
  };
}
