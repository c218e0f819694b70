import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { BrokenLink, brokenLinks } from '../../contract/calls/broken-links.ts';
import { AdminListFailed, ShowMore } from '../api/admin-list.tsx';
import { pages } from '../api/query.ts';
import { paths } from '../paths.ts';
import { Notice, NothingFound, RowPlaceholders } from '../ui/feedback/list-states.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { type Option, Select } from '../ui/controls/select.tsx';
import { formatCount } from '../lib/format-count.ts';
import type { ReactNode } from 'react';
import { documents } from '../../contract/calls/documents.ts';
import { servers } from '../../contract/calls/servers.ts';
import { reasonOr, useSave } from '../api/save.ts';
import { Button } from '../ui/controls/button.tsx';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';
import { PAGE_SIZES } from '../page-sizes.ts';

const PLACEHOLDERS = 6;
const KINDS: Option[] = [
  { value: '', label: 'Documents and Servers' },
  { value: 'document', label: 'Documents' },
  { value: 'server', label: 'Servers' },
];

const STATES: Option[] = [
  { value: '', label: 'To be mended' },
  { value: 'true', label: 'Set aside' },
];

const route = getRouteApi('/signed-in/admin/broken-links');

type Filters = { kind?: BrokenLink['kind'] | undefined; setAside?: 'true' | undefined };

/** Shows administrators which documents contain broken links, and why they are broken. */
export function BrokenLinksPage() {
  const filters: Filters = route.useSearch();
  const navigate = useNavigate();
  const show = (search: Filters) => void navigate({ to: paths.brokenLinks, search, replace: true });
  return (
    <>
      <PageHeader
        title="Broken Links"
        subtitle="Documents that link to deleted or unknown documents and servers"
      />
      <div className="flex flex-wrap gap-3 p-4 md:px-6">
        <Select
          className="max-md:w-full"
          label="Leads to"
          options={KINDS}
          value={filters.kind ?? ''}
          onChange={(event) =>
            show({ ...filters, kind: BrokenLink.shape.kind.safeParse(event.target.value).data })
          }
        />
        <Select
          className="max-md:w-full"
          label="State"
          options={STATES}
          value={filters.setAside ?? ''}
          onChange={(event) =>
            show({ ...filters, setAside: event.target.value === 'true' ? 'true' : undefined })
          }
        />
      </div>
      <BrokenLinkList filters={filters} onClear={() => show({})} />
    </>
  );
}

function BrokenLinkList({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  const list = useInfiniteQuery({
    ...pages(brokenLinks.list, { query: { ...filters, limit: PAGE_SIZES.brokenLinks } }),
    placeholderData: keepPreviousData,
    // Every save of a document or server can change it without an event.
    staleTime: 0,
  });
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) {
    return <AdminListFailed read={list} what="Broken links" />;
  }
  const links = list.data.pages.flatMap((page) => page.items);
  const isFiltered = filters.kind !== undefined || filters.setAside !== undefined;
  if (links.length === 0) return <NothingHere isFiltered={isFiltered} onClear={onClear} />;
  return (
    <>
      <h2 className="mb-2 px-4 text-md md:px-6">
        {filters.setAside ? 'Links Set Aside' : 'Broken Links'} ({formatCount(list.data.pages[0]?.total ?? 0)}
        )
      </h2>
      <ul className="border-t border-border text-sm" aria-label="Broken links, by document">
        {links.map((link) => (
          <BrokenLinkRow key={`${link.documentId} ${link.how} ${link.target}`} link={link} />
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  );
}

const NothingHere = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NothingFound title="No broken links found" text="Try adjusting your filters" onClear={onClear} />
  ) : (
    <Notice
      icon={<Link2 size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
      title="No broken links"
      text="All links to documents and servers work."
    />
  );

/** The document, its problem, and a way to fix it if there is one. */
const BrokenLinkRow = ({ link }: { link: BrokenLink }) => (
  <li
    className={
      'flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-border px-4 py-2 ' +
      'compact:min-h-7 compact:py-0.5 hover:bg-hover md:px-6'
    }
  >
    <Link
      to={paths.knowledgeBase}
      search={{ doc: link.documentId }}
      className="min-w-0 flex-[1_1_16rem] font-medium [overflow-wrap:anywhere] hover:text-accent-ink"
    >
      {link.documentTitle}
    </Link>
    <span className="min-w-0 flex-[2_1_20rem] text-muted [overflow-wrap:anywhere]">
      {reasonOf(link)}
      {link.deletedAt && (
        <>
          {', '}deleted <RelativeTime value={link.deletedAt} />
        </>
      )}
      {link.setAside && (
        <span className="block text-xs">
          Set aside by {link.setAside.by} <RelativeTime value={link.setAside.at} />
        </span>
      )}
    </span>
    <span className="flex justify-end gap-2 md:w-44">
      {link.canBeRestored && <Restore link={link} />}
      <SetAside link={link} />
    </span>
  </li>
);

function reasonOf({ how, kind, target, name, reason }: BrokenLink): ReactNode {
  const word = <Word>{target}</Word>;
  const was = <Word>{name ?? target}</Word>;
  if (how === 'linked') return <>Is linked to the server {was}</>;
  if (how === 'link' && reason === 'unknown') return `Links to a ${kind} that does not exist`;
  if (how === 'link') return kind === 'document' ? `Links to “${name}”` : <>Links to the server {was}</>;
  if (reason === 'unknown') return <>Names {word}, which no server of the inventory has</>;
  if (name && name.toLowerCase() !== target)
    return (
      <>
        Names {word} of the retired server {was}
      </>
    );
  return <>Names the retired server {was}</>;
}

const Word = ({ children }: { children: string }) => <span className="tech text-text">{children}</span>;

/** Accepts that the link is broken, or lists it again. */
function SetAside({ link }: { link: BrokenLink }) {
  const { documentId, documentTitle, how, kind, target } = link;
  const change = (isSetAside: boolean) => ({ body: { documentId, how, kind, target, isSetAside } });
  const again = useSave(brokenLinks.setAside, {
    invalidates: [brokenLinks.list],
    saved: () => ({ title: 'Listed again', text: documentTitle }),
    failed: reasonOr('The link could not be changed. Please try again.'),
  });
  const aside = useSave(brokenLinks.setAside, {
    invalidates: [brokenLinks.list],
    saved: () => ({
      title: 'Set aside',
      text: `${documentTitle}. It is listed again when the link or its target changes.`,
      action: { label: 'Undo', run: () => again.mutate(change(false)) },
    }),
    failed: reasonOr('The link could not be set aside. Please try again.'),
  });
  const [save, label, isOn] = link.setAside
    ? ([again, 'List again', false] as const)
    : ([aside, 'Set aside', true] as const);
  return (
    <Button
      size="small"
      aria-label={`${label}: ${link.name ?? target} in ${documentTitle}`}
      busy={save.isPending}
      onClick={() => save.mutate(change(isOn))}
    >
      {label}
    </Button>
  );
}

function Restore({ link }: { link: BrokenLink }) {
  const what = link.name ?? link.target;
  const isServer = link.kind === 'server';
  const undelete = useSave(isServer ? servers.undelete : documents.undelete, {
    invalidates: [brokenLinks.list, servers.list, documents.list],
    saved: () => ({ title: 'Restored', text: `${what} is back.` }),
    failed: () => ({ title: 'Error', text: `Failed to restore ${what}. Please try again.` }),
  });
  return (
    <Button
      size="small"
      aria-label={`Restore ${what}`}
      busy={undelete.isPending}
      onClick={() => undelete.mutate({ params: { id: link.targetId ?? '' } })}
    >
      Restore
    </Button>
  );
}
