import { DEFAULT_TIME_ZONE } from '../../contract/shared/dates.ts';
import { readSearchWords } from '../../contract/shared/search-words.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { findSettings } from '../settings/queries.ts';

/** Returns the reader's time zone, in which the days of a search begin. Reads the settings only if the query names a day. */
export async function readerZone(db: Db, actor: Pick<Actor, 'userId'>, q = ''): Promise<string> {
  const namesDay = readSearchWords(q).operators.some(
    ({ name, value }) => name === 'updated' && value.includes('-'),
  );
  const settings = namesDay ? await findSettings(db, actor.userId) : undefined;
  return settings?.profile.timezone ?? DEFAULT_TIME_ZONE;
}
