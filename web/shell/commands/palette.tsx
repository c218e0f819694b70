import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { FileText, type LucideIcon, Search, Server, UserRound } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, type RefObject, useDeferredValue, useRef, useState, useEffect } from 'react';
import type { User } from '../../../contract/calls/user.ts';
import { search, type SearchKind } from '../../../contract/calls/search.ts';
import { documentPage, itemAt, readingAddress, serverPage } from '../../../contract/shared/item-address.ts';
import type { Server as ListedServer } from '../../../contract/shared/server-fields.ts';
import { openedItems } from '../../api/opened-items.ts';
import { query } from '../../api/query.ts';
import { ENVIRONMENT, StatusBadge } from '../../servers/server-values.tsx';
import { addressesOf, useFoundServers } from '../found-servers.ts';
import { takeKeys } from './early-keys.ts';
import { classNames } from '../../lib/class-names.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { scrimClass, closesOnEscape, useReturnFocus } from '../../ui/overlays/dialog.tsx';
import { Keycap } from '../../ui/controls/keycap.tsx';
import { matchingGroups, usePaletteEntries } from './palette-entries.ts';
import { screenActions } from './screen-actions.ts';

/** The open dialog, if any. */
export type Shown = 'palette' | 'keys' | undefined;

const DEBOUNCE_MS = 120;
const MAX_HITS = 15;
const MAX_SERVERS = 6;
const NONE: Found[] = [];
const KINDS: { kind: SearchKind; heading: string }[] = [
  { kind: 'server', heading: 'Servers' },
  { kind: 'document', heading: 'Documents' },
  { kind: 'member', heading: 'People' },
];
const ICONS: Record<SearchKind, LucideIcon> = { server: Server, document: FileText, member: UserRound };
const WINDOW =
  'fixed top-24 left-1/2 z-40 flex max-h-[min(32rem,calc(100dvh-7rem))] w-[calc(100vw-16px)] ' +
  'max-w-160 -translate-x-1/2 animate-appear flex-col overflow-hidden rounded-xl border ' +
  'border-border bg-raised shadow-2 max-md:top-2 max-md:max-h-[calc(100dvh-16px)] ' +
  'dark:border-grey-line';
const HEADINGS =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 ' +
  '[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium ' +
  '[&_[cmdk-group-heading]]:text-muted';

type Props = { isOpen: boolean; user: User; show: (next: Shown) => void; toggleSidebar: () => void };

/** Searches pages, documents, servers, people and actions in one box. Enter runs the highlighted entry. */
export function Palette({ isOpen, user, show, toggleSidebar }: Props) {
  const returnFocus = useReturnFocus();
  const input = useRef<HTMLInputElement>(null);
  useStillPage(isOpen);
  const entries = usePaletteEntries({ user, toggleSidebar, showKeys: () => show('keys') });
  const close = () => show(undefined);
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && close()} modal={false}>
      <Radix.Portal>
        <div className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          {...closesOnEscape(close)}
          onFocusOutside={(event) => {
            // A screen that arrives now takes the focus, but the person goes on typing here.
            event.preventDefault();
            input.current?.focus();
          }}
          data-window={undefined}
          aria-describedby={undefined}
          className={WINDOW}
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <Box entries={entries} userId={user.id} onClose={close} input={input} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type BoxProps = {
  userId: string;
  entries: ReturnType<typeof usePaletteEntries>;
  onClose: () => void;
  input: RefObject<HTMLInputElement | null>;
};

function Box({ userId, entries, onClose, input }: BoxProps) {
  const [text, setText] = useState('');
  const [screen] = useState(screenActions);
  const [opened] = useState(() => openedBefore(userId));
  const navigate = useNavigate();
  const typed = text.trim();
  // The groups that fill the window first, so that it opens at once on a slow computer; the rest of them right after.
  const isWhole = useDeferredValue(true, false);
  const groups = matchingGroups(entries, screen, typed);
  const { hits, isWaiting, isError } = useFound(typed);
  const open = (run: () => void) => () => {
    onClose();
    run();
  };
  const item = ({ kind, id, title, url, ...found }: Found) => (
    <Item
      key={id}
      value={id}
      Icon={ICONS[kind]}
      label={title}
      onSelect={open(() => void navigate({ href: url }))}
      {...found}
    />
  );
  return (
    <Command shouldFilter={false} loop label="Command palette" className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-b border-border px-4">
        <Search size={16} className="flex-none text-muted" aria-hidden />
        <Command.Input
          ref={input}
          value={text}
          onValueChange={setText}
          // What was typed before comes first; later keys come here.
          onFocus={() => setText((now) => now + takeKeys())}
          maxLength={200}
          placeholder="Search pages, documents, servers, people, actions..."
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Keycap>Esc</Keycap>
      </div>
      <Command.List className={classNames('min-h-0 overflow-y-auto px-1.5 pb-1.5', HEADINGS)}>
        {!isWaiting && (
          <Command.Empty className="px-2.5 py-6 text-center text-sm text-muted">
            {isError ? 'The search did not answer. Try again.' : 'Nothing found.'}
          </Command.Empty>
        )}
        <Group heading="Opened last" items={typed === '' ? opened : NONE}>
          {item}
        </Group>
        {KINDS.map(({ kind, heading }) => (
          <Group key={kind} heading={heading} items={hits.filter((hit) => hit.kind === kind)}>
            {item}
          </Group>
        ))}
        {(isWhole ? groups : groups.slice(0, -1)).map(([heading, list]) => (
          <Group key={heading} heading={heading} items={list}>
            {({ label, run, ...entry }) => (
              <Item key={label} value={`${heading} ${label}`} label={label} onSelect={open(run)} {...entry} />
            )}
          </Group>
        ))}
      </Command.List>
    </Command>
  );
}

type Found = { kind: SearchKind; id: string; title: string; more?: string; url: string; end?: ReactNode };

/** What was opened last, except what is open. */
const openedBefore = (userId: string): Found[] =>
  openedItems(userId)
    .filter(({ id }) => id !== itemAt(location.pathname + location.search)?.id)
    .map((item) => ({ ...item, url: (item.kind === 'server' ? serverPage : documentPage)(item.id) }));

/** Servers with their state and address, then documents and people. */
function useFound(typed: string): { hits: Found[]; isWaiting: boolean; isError: boolean } {
  const term = useDebounced(typed, DEBOUNCE_MS);
  const enabled = term !== '';
  const items = useQuery({
    ...query(search.find, { query: { q: term, kinds: 'document,member', limit: MAX_HITS } }),
    enabled,
  });
  const machines = useFoundServers(term, { enabled, limit: MAX_SERVERS });
  const reads = [items, machines];
  const isCurrent = enabled && term === typed;
  return {
    hits: isCurrent
      ? [
          ...(machines.data ?? []).map(asFound),
          ...(items.data ?? []).map(({ snippet, url, ...hit }) => ({
            ...hit,
            more: snippet,
            url: readingAddress(url),
          })),
        ]
      : NONE,
    isWaiting: typed !== '' && (term !== typed || reads.some(({ isLoading }) => isLoading)),
    isError: reads.some(({ isError }) => isError),
  };
}

const asFound = (server: ListedServer): Found => ({
  kind: 'server',
  id: server.id,
  title: server.name,
  more: [addressesOf(server), ENVIRONMENT[server.environment].label].filter(Boolean).join(' · '),
  url: serverPage(server.id),
  end: <StatusBadge server={server} />,
});

function Group<T>({
  heading,
  items,
  children,
}: {
  heading: string;
  items: T[];
  children: (item: T) => ReactNode;
}) {
  if (items.length === 0) return null;
  return <Command.Group heading={heading}>{items.map(children)}</Command.Group>;
}

type ItemProps = {
  value: string;
  Icon: LucideIcon;
  label: string;
  more?: string;
  end?: ReactNode;
  keys?: string | undefined;
  onSelect: () => void;
};

const Item = ({ value, Icon, label, more, end, keys, onSelect }: ItemProps) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 text-sm data-[selected=true]:bg-active"
  >
    <Icon size={16} className="flex-none text-muted" aria-hidden />
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{label}</span>
      {more && <span className="block truncate text-xs text-muted">{more}</span>}
    </span>
    {end}
    {keys && (
      <span className="flex gap-1">
        {keys.split(' ').map((key) => (
          <Keycap key={key}>{key}</Keycap>
        ))}
      </span>
    )}
  </Command.Item>
);

/**
 * While `isOpen`, the screen below a window does not scroll, and screen readers skip it. The modal mode of Radix does this by
 * properties that all elements inherit, so that the browser computes the style of the whole page again, twice at each
 * opening and closing.
 */
function useStillPage(isOpen: boolean): void {
  useEffect(() => {
    const screen = document.querySelector<HTMLElement>('[data-shell]');
    if (!isOpen || !screen) return undefined;
    const { style, clientWidth } = document.documentElement;
    // The place of the scroll bar stays, so that nothing moves.
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
    style.overflow = 'hidden';
    screen.ariaHidden = 'true';
    return () => {
      style.scrollbarGutter = '';
      style.overflow = '';
      screen.ariaHidden = null;
    };
  }, [isOpen]);
}
