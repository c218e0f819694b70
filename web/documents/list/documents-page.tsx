import { ForEditors } from '../../api/for-editors.tsx';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { BaseContext, DOCUMENTS } from '../base.ts';
import { CategoryFilter, SearchFilter } from './document-filters.tsx';
import { DocumentGrid } from './document-grid.tsx';
import { EditorOrList } from './editor-or-list.tsx';
import type { DocumentsSearch } from './knowledge-base-search.ts';

const route = getRouteApi('/signed-in/documents');

/** The same documents as in the knowledge base, filtered by category only. */
export function DocumentsPage() {
  const { doc, mode: _, ...search } = route.useSearch();
  const createAs = useLocation({ select: (location) => location.state.createAs });
  const navigate = useNavigate();
  const setSearch = (next: DocumentsSearch, replace = false) =>
    void navigate({ to: paths.documents, search: next, replace });
  const change = (part: DocumentsSearch) => setSearch({ ...search, ...part }, true);
  return (
    <BaseContext value={DOCUMENTS}>
      <EditorOrList doc={doc} createAs={createAs} onClose={() => setSearch(search)}>
        <PageHeader title="Documents" subtitle="Manage your documentation and templates" />
        <div className="mb-3 flex flex-wrap gap-2">
          <SearchFilter label="Search the documents" filters={search} onChange={change} />
          <CategoryFilter filters={search} onChange={change} />
          <ForEditors>
            <Button
              look="primary"
              data-action="n"
              icon={<Plus size={16} aria-hidden />}
              className="max-md:flex-1"
              onClick={() =>
                void navigate({ to: paths.documents, search, state: { createAs: 'knowledge-base' } })
              }
            >
              New Document
            </Button>
          </ForEditors>
        </div>
        <DocumentGrid filters={search} onClear={() => setSearch({})} />
      </EditorOrList>
    </BaseContext>
  );
}
