import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { brokenLinks, type BrokenLink } from '../../contract/calls/broken-links.ts';
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
import { useSave } from '../api/save.ts';
import { Button } from '../ui/controls/button.tsx';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';
import { PAGE_SIZES } from '../page-sizes.ts';

type Kind = BrokenLink['kind'];

const PLACEHOLDERS = 6;
const KINDS: Option[] = [
  { value: '', label: 'Documents and Servers' },
  { value: 'document', label: 'Documents' },
  { value: 'server', label: 'Servers' },
];

const route = getRouteApi('/signed-in/admin/broken-links');

/** Shows administrators which documents contain broken links, and why they are broken. */
export function BrokenLinksPage() {
  const { kind } = route.useSearch();
  const navigate = useNavigate();
  const show = (next: string) =>
    void navigate({ to: paths.brokenLinks, search: next ? { kind: next as Kind } : {}, replace: true });
  return (
    <>
      <PageHeader
        title="Broken Links"
        subtitle="Documents that link to deleted or unknown documents and servers"
      />
      <div className="flex p-4 md:px-6">
        <Select
          className="max-md:w-full"
          label="Leads to"
          options={KINDS}
          value={kind ?? ''}
          onChange={(event) => show(event.target.value)}
        />
      </div>
      <BrokenLinkList kind={kind} onClear={() => show('')} />
    </>
  );
}

function BrokenLinkList({ kind, onClear }: { kind: Kind | undefined; onClear: () => void }) {
  const list = useInfiniteQuery({
    ...pages(brokenLinks.list, { query: { kind, limit: PAGE_SIZES.brokenLinks } }),
    placeholderData: keepPreviousData,
    // Every save of a document or server can change it without an event.
    staleTime: 0,
  });
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) {
    return <AdminListFailed read={list} what="Broken links" />;
  }
  const links = list.data.pages.flatMap((page) => page.items);
  if (links.length === 0) return <NothingHere isFiltered={kind !== undefined} onClear={onClear} />;
  return (
    <>
      <h2 className="mb-2 px-4 text-md md:px-6">
        Broken Links ({formatCount(list.data.pages[0]?.total ?? 0)})
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
    </span>
    <span className="flex justify-end md:w-20">{link.canBeRestored && <Restore link={link} />}</span>
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
