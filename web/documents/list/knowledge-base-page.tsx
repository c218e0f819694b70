import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DocumentGrid } from './document-grid.tsx';
import { KnowledgeBaseToolbar } from './knowledge-base-toolbar.tsx';
import type { KnowledgeBaseSearch } from './knowledge-base-search.ts';
import { EditorOrList } from './editor-or-list.tsx';

const DocumentTable = lazy(async () => ({
  default: (await import('./document-table.tsx')).DocumentTable,
}));
const CategoryView = lazy(async () => ({
  default: (await import('./category-view.tsx')).CategoryView,
}));
const AutoCreatePanel = lazy(async () => ({
  default: (await import('../auto-create/auto-create-panel.tsx')).AutoCreatePanel,
}));

const route = getRouteApi('/signed-in/knowledge-base');

/** The knowledge base in one of its three views, or in its place the editor. */
export function KnowledgeBasePage() {
  const { doc, mode: _, ...search } = route.useSearch();
  const createAs = useLocation({ select: (location) => location.state.createAs });
  const navigate = useNavigate();
  const setSearch = (next: KnowledgeBaseSearch, replace = false) =>
    void navigate({ to: paths.knowledgeBase, search: next, replace });
  const clear = () => setSearch({ view: search.view });
  const { autocreate, ...withoutPanel } = search;
  return (
    <EditorOrList doc={doc} createAs={createAs} onClose={() => setSearch(search)}>
      <PageHeader
        title="Knowledge Base"
        subtitle="Manage your knowledge base, work instructions and templates"
      />
      <KnowledgeBaseToolbar search={search} onChange={(next) => setSearch(next, true)} />
      <Suspense fallback={<PanelPlaceholder />}>
        {autocreate && (
          <AutoCreatePanel
            onCancel={() => setSearch(withoutPanel)}
            onSaved={(doc) => setSearch({ ...withoutPanel, doc })}
          />
        )}
      </Suspense>
      <Suspense>
        {search.view === 'list' && <DocumentTable filters={search} onClear={clear} />}
        {search.view === 'category' && (
          <CategoryView
            search={search}
            onSelect={(item) => setSearch({ ...search, item }, true)}
            onClear={clear}
          />
        )}
      </Suspense>
      {(search.view ?? 'grid') === 'grid' && <DocumentGrid filters={search} onClear={clear} />}
    </EditorOrList>
  );
}

/** As high as the panel when it opens, so that the list below stands where it stays. */
const PanelPlaceholder = () => <Skeleton className="mb-4 h-80 w-full max-md:h-[25.375rem]" />;
