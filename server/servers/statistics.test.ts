import { expect, test } from 'vitest';
import { withDatabase } from '../../test/database.ts';
import { servers } from '../db/schema.ts';
import { countByField } from './statistics.ts';

const database = withDatabase();

test('AI-10 servers are counted by place: without its racks and rooms, but with everything else that names it', async () => {
  const places = {
    Leeds: ['Leeds, Rack 4', 'Leeds (Room B)', 'Leeds - Floor 2', 'Leeds Row 7, Rack 1'],
    'Sydney, DC1': ['Sydney, DC1', 'Sydney, DC1, Rack 2'],
    'Sydney, DC2': ['Sydney, DC2'],
    '12/14 George St': ['12/14 George St', '12/14 George St, Level 3'],
    '(DC2) Oslo': ['(DC2) Oslo'],
    'Level 5, Bergen': ['Level 5, Bergen'],
    'Rack 9': ['Rack 9'],
  };
  const rows = Object.values(places)
    .flat()
    .map((serverLocation, n) => ({ name: `srv-${n}`, environment: 'production' as const, serverLocation }));
  await database.db.insert(servers).values(rows);
  const counted = await countByField(database.db, undefined, 'serverLocation', {
    isFewestFirst: false,
  });
  expect(Object.fromEntries(counted.map(({ value, total }) => [value, total]))).toEqual(
    Object.fromEntries(Object.entries(places).map(([place, those]) => [place, those.length])),
  );
});
