import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { brokenLinks } from '../../contract/broken-links.ts';
import type { BrokenLink } from '../../contract/broken-links.ts';
import { AdminListFailed } from '../api/admin-list-failed.tsx';
import { pages } from '../api/query.ts';
import { paths } from '../paths.ts';
import { Notice, NothingFound, RowPlaceholders } from '../ui/feedback/list-states.tsx';
import { ShowMore } from '../ui/layout/show-more.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { type Option, Select } from '../ui/controls/select.tsx';
import { BrokenLinkRow } from './broken-link-row.tsx';
import { whole } from '../lib/whole.ts';

type Kind = BrokenLink['kind'];

const PAGE_SIZE = 50;
const PLACEHOLDERS = 6;
const KINDS: Option[] = [
  { value: '', label: 'Documents and Servers' },
  { value: 'document', label: 'Documents' },
  { value: 'server', label: 'Servers' },
];

const route = getRouteApi('/signed-in/admin/broken-links');

/** Administrators see which documents lead to something that is not there, and why. */
export function BrokenLinksPage() {
  const { kind } = route.useSearch();
  const navigate = useNavigate();
  const show = (next: string) =>
    void navigate({ to: paths.brokenLinks, search: next ? { kind: next as Kind } : {}, replace: true });
  return (
    <>
      <PageHeader
        title="Broken Links"
        subtitle="Documents that lead to deleted or unknown documents and servers"
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
    ...pages(brokenLinks.list, { query: { kind, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    // Every save of a document or server can change it, and no event of its own tells.
    staleTime: 0,
  });
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) {
    return <AdminListFailed what="Broken links" error={list.error} onRetry={() => void list.refetch()} />;
  }
  const links = list.data.pages.flatMap((page) => page.items);
  if (links.length === 0) return <NothingHere isFiltered={kind !== undefined} onClear={onClear} />;
  return (
    <>
      <h2 className="mb-2 px-4 text-md md:px-6">Broken Links ({whole(list.data.pages[0]?.total ?? 0)})</h2>
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
      text="Every document and server that a text leads to is there."
    />
  );
