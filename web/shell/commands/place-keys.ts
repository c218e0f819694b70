import type { Role } from '../../../contract/user.ts';
import { paths } from '../../paths.ts';
import { NAVIGATION } from '../navigation.ts';

type Place = { key: string; to: string; label: string; role?: Role };

const KEYS: Record<string, string> = {
  [paths.home]: 'd',
  [paths.knowledgeBase]: 'k',
  [paths.infrastructure]: 'i',
  [paths.assistant]: 'a',
  [paths.team]: 't',
  [paths.settings]: 's',
  [paths.approval]: 'p',
  [paths.users]: 'u',
  [paths.audit]: 'l',
  [paths.brokenLinks]: 'b',
  [paths.system]: 'y',
};

/** Targets of the keys after G: every screen of the sidebar, and the documents, which have no entry there. */
export const PLACES: Place[] = [
  ...NAVIGATION.flatMap(({ role, entries }) =>
    entries.flatMap(({ to, label }) => (KEYS[to] ? { key: KEYS[to], to, label, ...(role && { role }) } : [])),
  ),
  { key: 'o', to: paths.documents, label: 'Documents' },
];
