import { ForEditors, useMayWrite } from '../../api/for-editors.tsx';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Skeleton } from '../../ui/feedback/list-states.tsx';
import { DocumentGrid } from './document-grid.tsx';
import { type KnowledgeBaseSearch, type View, CREATES } from './knowledge-base-search.ts';
import { EditorOrList } from './editor-or-list.tsx';
import { FileUp, LayoutGrid, List, ListTree, Sparkles, ChevronDown, Plus } from 'lucide-react';
import { DocumentType, TYPE_LABELS } from '../../../contract/shared/document-words.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { type Option, Select } from '../../ui/controls/select.tsx';
import { CategoryFilter, SearchFilter } from './document-filters.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { TypeIcon } from './type-label.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';

const DocumentTable = openedLater(() => import('./document-table.tsx'), 'DocumentTable', {
  shownAs: 'The list',
});
const CategoryView = openedLater(() => import('./category-view.tsx'), 'CategoryView', {
  shownAs: 'The list of categories',
});

/** As high as the opened panel, so that the list below does not move. */
const PANEL_PLACEHOLDER = <Skeleton className="mb-4 h-80 w-full max-md:h-[25.375rem]" />;
const AutoCreatePanel = openedLater(() => import('../auto-create/auto-create-panel.tsx'), 'AutoCreatePanel', {
  shownAs: 'The panel',
  fallback: PANEL_PLACEHOLDER,
});

const route = getRouteApi('/signed-in/knowledge-base');

/** The knowledge base in one of its three views, or the editor. */
export function KnowledgeBasePage() {
  const { doc, mode: _, ...search } = route.useSearch();
  const createAs = useLocation({ select: (location) => location.state.createAs });
  const navigate = useNavigate();
  const setSearch = (next: KnowledgeBaseSearch, replace = false) =>
    void navigate({ to: paths.knowledgeBase, search: next, replace });
  const clear = () => setSearch({ view: search.view });
  const { autocreate, ...withoutPanel } = search;
  const mayWrite = useMayWrite();
  return (
    <EditorOrList doc={doc} createAs={createAs} onClose={() => setSearch(search)}>
      <PageHeader
        title="Knowledge Base"
        subtitle="Manage your knowledge base, work instructions and templates"
      />
      <KnowledgeBaseToolbar search={search} onChange={(next) => setSearch(next, true)} />
      {autocreate && mayWrite && (
        <AutoCreatePanel
          onCancel={() => setSearch(withoutPanel)}
          onSaved={(doc) => setSearch({ ...withoutPanel, doc })}
        />
      )}
      {search.view === 'list' && <DocumentTable filters={search} onClear={clear} />}
      {search.view === 'category' && (
        <CategoryView
          search={search}
          onSelect={(item) => setSearch({ ...search, item }, true)}
          onClear={clear}
        />
      )}
      {(search.view ?? 'grid') === 'grid' && <DocumentGrid filters={search} onClear={clear} />}
    </EditorOrList>
  );
}

function CreateMenu() {
  const navigate = useNavigate();
  const items = Object.entries(CREATES).map(([create, type]) => ({
    label: TYPE_LABELS[type],
    icon: <TypeIcon type={type} size={16} />,
    onSelect: () => void navigate({ to: paths.knowledgeBase, search: { create } }),
  }));
  return (
    <Menu look="primary" icon={<Plus size={16} aria-hidden />} className="max-md:flex-1" items={items}>
      Create New
      <ChevronDown size={14} aria-hidden />
    </Menu>
  );
}

const ImportDialog = openedLater(() => import('../import/import-dialog.tsx'), 'ImportDialog');

const TYPE_OPTIONS: Option[] = [
  { value: '', label: 'All Types' },
  ...DocumentType.options.map((value) => ({ value, label: TYPE_LABELS[value] })),
];

const VIEWS: { value: View; label: string; icon: ReactNode }[] = [
  { value: 'grid', label: 'Grid', icon: <LayoutGrid size={16} aria-hidden /> },
  { value: 'list', label: 'List', icon: <List size={16} aria-hidden /> },
  { value: 'category', label: 'Category tree', icon: <ListTree size={16} aria-hidden /> },
];

type Props = { search: KnowledgeBaseSearch; onChange: (search: KnowledgeBaseSearch) => void };

function KnowledgeBaseToolbar({ search, onChange }: Props) {
  const [isImporting, setImporting] = useState(false);
  const opensImport = useLocation({ select: (location) => location.state.opensImport });
  const closeImport = () => {
    setImporting(false);
    // The request to import stays in the history state until the dialog is closed.
    if (opensImport) onChange(search);
  };
  const change = (part: KnowledgeBaseSearch) => onChange({ ...search, ...part });
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <SearchFilter label="Search the knowledge base" filters={search} onChange={change} />
      <Select
        className="max-md:flex-[1_1_40%]"
        label="Type"
        hideLabel
        options={TYPE_OPTIONS}
        value={search.type ?? ''}
        onChange={(event) => change({ type: DocumentType.safeParse(event.target.value).data })}
      />
      <CategoryFilter filters={search} onChange={change} />
      <Segmented
        label="View"
        iconsOnly
        value={search.view ?? 'grid'}
        onChange={(view) => change({ view: view === 'grid' ? undefined : view })}
        choices={VIEWS}
      />
      <ForEditors>
        <Button
          data-action=""
          icon={<Sparkles size={16} className="text-accent-ink" aria-hidden />}
          aria-expanded={search.autocreate !== undefined}
          onClick={() => change({ autocreate: search.autocreate ? undefined : 'true' })}
        >
          Auto Create KB
        </Button>
        <Button
          icon={<FileUp size={16} className="text-muted" aria-hidden />}
          onClick={() => setImporting(true)}
        >
          Import
        </Button>
        <CreateMenu />
        {(isImporting || opensImport) && <ImportDialog open onClose={closeImport} />}
      </ForEditors>
    </div>
  );
}
