import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { paths } from '../paths.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DocumentGrid } from './document-grid.tsx';
import { KnowledgeBaseToolbar } from './knowledge-base-toolbar.tsx';
import type { KnowledgeBaseSearch } from './knowledge-base-search.ts';

const DocumentEditor = lazy(async () => ({
  default: (await import('./editor/document-editor.tsx')).DocumentEditor,
}));

const route = getRouteApi('/signed-in/knowledge-base');

/** The knowledge base: the grid, or in its place the editor while a document is open or being created. */
export function KnowledgeBasePage() {
  const { doc, mode: _, ...search } = route.useSearch();
  const createAs = useLocation({ select: (location) => location.state.createAs });
  const navigate = useNavigate();
  const setSearch = (next: KnowledgeBaseSearch, replace = false) =>
    void navigate({ to: paths.knowledgeBase, search: next, replace });

  if (doc || createAs) {
    return (
      <Suspense fallback={<Skeleton className="m-6 h-8 w-1/2" />}>
        <DocumentEditor
          key={doc ?? createAs}
          documentId={doc}
          createAs={createAs}
          onClose={() => setSearch(search)}
        />
      </Suspense>
    );
  }
  return (
    <div className="p-4 md:p-6">
      <PageHeader
        title="Knowledge Base"
        subtitle="Manage your knowledge base, work instructions and templates"
      />
      <KnowledgeBaseToolbar search={search} onChange={(next) => setSearch(next, true)} />
      <DocumentGrid search={search} onClear={() => setSearch({})} />
    </div>
  );
}
