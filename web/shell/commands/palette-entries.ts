import { useNavigate } from '@tanstack/react-router';
import {
  Activity,
  Bot,
  FilePlus,
  FileText,
  FileUp,
  Keyboard,
  LogOut,
  type LucideIcon,
  Moon,
  PanelLeft,
  Server,
  Sparkles,
  SunMoon,
  Sun,
} from 'lucide-react';
import type { User } from '../../../contract/calls/user.ts';
import { TYPE_LABELS } from '../../../contract/shared/document-words.ts';
import type { Theme } from '../../../contract/calls/settings.ts';
import { useSaveSettings } from '../../accounts/settings/use-save-settings.ts';
import { signOut } from '../../api/session.ts';
import { useCheckAll } from '../../servers/use-check-all.ts';
import { CREATES } from '../../documents/list/knowledge-base-search.ts';
import { paths } from '../../paths.ts';
import { NAVIGATION } from '../navigation.ts';
import { KEY_TARGETS } from './character-keys.ts';

/** A command of the palette; `keys` are its shortcut. */
export type PaletteEntry = { label: string; Icon: LucideIcon; keys?: string; run: () => void };

const THEMES: [Theme, string, LucideIcon][] = [
  ['light', 'Use Light Theme', Sun],
  ['dark', 'Use Dark Theme', Moon],
  ['system', 'Use System Theme', SunMoon],
];

type Options = { user: User; toggleSidebar: () => void; showKeys: () => void };

/** All pages and actions available to the signed-in user. */
export function usePaletteEntries({ user, toggleSidebar, showKeys }: Options) {
  const navigate = useNavigate();
  const { checkAll } = useCheckAll();
  const settings = useSaveSettings('Preferences Updated');
  const keysOf = (to: string) => KEY_TARGETS.find((target) => target.to === to)?.key;
  const go = (label: string, Icon: LucideIcon, to: string, search: object = {}): PaletteEntry => ({
    label,
    Icon,
    ...(keysOf(to) && Object.keys(search).length === 0 ? { keys: `g ${keysOf(to)}` } : {}),
    run: () => void navigate({ to, search }),
  });
  const goToImport = (label: string, to: string): PaletteEntry => ({
    label,
    Icon: FileUp,
    run: () => void navigate({ to, state: { opensImport: true } }),
  });
  const pages = NAVIGATION.filter(({ role }) => !role || role === user.role).flatMap(({ entries }) =>
    entries.map(({ to, label, icon }) => go(label, icon, to)),
  );
  const creates = Object.entries(CREATES).map(([create, type]) =>
    go(`Create ${TYPE_LABELS[type]}`, FilePlus, paths.knowledgeBase, { create }),
  );
  const writes: PaletteEntry[] = [
    ...creates,
    go('Auto Create KB', Sparkles, paths.knowledgeBase, { autocreate: 'true' }),
    go('Add Server', Server, paths.infrastructure, { create: 'server' }),
    goToImport('Import CSV', paths.infrastructure),
    goToImport('Import Documents', paths.knowledgeBase),
    { label: 'Run Health Check of All Servers', Icon: Activity, run: checkAll },
  ];
  return {
    pages: [...pages, go('Documents', FileText, paths.documents)],
    actions: [
      ...(user.role === 'viewer' ? [] : writes),
      go('Ask Ops AI', Bot, paths.assistant),
      ...THEMES.map(([theme, label, Icon]) => ({
        label,
        Icon,
        run: () => settings.mutate({ body: { preferences: { theme } } }),
      })),
      { label: 'Collapse or Expand Sidebar', Icon: PanelLeft, run: toggleSidebar },
      { label: 'Keyboard Shortcuts', Icon: Keyboard, keys: '?', run: showKeys },
      { label: 'Sign Out', Icon: LogOut, run: () => void signOut() },
    ] satisfies PaletteEntry[] as PaletteEntry[],
  };
}

/**
 * The entries that match what is typed, in groups. What the screen offers comes first, and is not offered again by a general
 * action of the same name.
 */
export function matchingGroups(
  { pages, actions }: ReturnType<typeof usePaletteEntries>,
  screen: PaletteEntry[],
  typed: string,
): [heading: string, entries: PaletteEntry[]][] {
  const others = actions.filter(({ label }) => !screen.some((entry) => entry.label === label));
  const groups: [string, PaletteEntry[]][] = [
    ['On this screen', screen],
    ['Pages', pages],
    ['Actions', others],
  ];
  return groups.map(([heading, entries]) => [heading, entries.filter((entry) => matches(entry, typed))]);
}

/** Whether every typed word is the start of a word in the label. */
function matches({ label }: Pick<PaletteEntry, 'label'>, text: string): boolean {
  const words = label.toLowerCase().split(/\s+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
