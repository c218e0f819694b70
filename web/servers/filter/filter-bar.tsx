import { Button } from '../../ui/controls/button.tsx';
import { hasFilters, type ServersSearch } from '../servers-search.ts';
import { FilterBox, type FilterStart } from './filter-box.tsx';
import { BookmarkPlus, Check, RefreshCw, Settings2, Bookmark } from 'lucide-react';
import { useState } from 'react';
import type { ServerView } from '../../../contract/calls/server-views.ts';
import { Menu } from '../../ui/controls/menu.tsx';
import { filterTextOf } from './filter-chips.ts';
import { useViews } from './use-views.ts';
import { openedLater } from '../../ui/feedback/part.tsx';

export type FilterBarProps = {
  search: ServersSearch;
  onChange: (search: ServersSearch) => void;
  start: FilterStart;
};

/** The search with the active filters, and the saved views. Loaded after the list, because the toolbar's controls are needed first. */
export const FilterBar = ({ search, onChange, start }: FilterBarProps) => (
  <div className="mb-2 flex flex-wrap items-start gap-2">
    <FilterBox search={search} onChange={onChange} start={start} />
    <ViewsMenu search={search} onChange={onChange} startsOpen={start.isMenuOpen === true} />
    {hasFilters(search) && <Button onClick={() => onChange({ sort: search.sort })}>Show all</Button>}
  </div>
);

const SaveViewDialog = openedLater(() => import('./view-dialogs.tsx'), 'SaveViewDialog');
const ManageViewsDialog = openedLater(() => import('./view-dialogs.tsx'), 'ManageViewsDialog');

type Props = {
  search: ServersSearch;
  onChange: (search: ServersSearch) => void;
  startsOpen: boolean;
};

const ICON = { size: 16, 'aria-hidden': true, className: 'flex-none text-muted' } as const;

/** Saved views: apply one, save the current filters, or manage them. The button shows the name of the active view. */
function ViewsMenu({ search, onChange, startsOpen }: Props) {
  const [open, setOpen] = useState<'save' | 'manage'>();
  const views = useViews();
  const filter = filterTextOf(search);
  const current = filter ? views.data?.find((view) => view.filter === filter) : undefined;
  const close = () => setOpen(undefined);
  const choose = ({ filter }: Pick<ServerView, 'filter'>) =>
    onChange({ sort: search.sort, filter: filter || undefined });
  return (
    <>
      <Menu
        startsOpen={startsOpen}
        busy={views.isPending}
        icon={<Bookmark {...ICON} />}
        className="max-w-48 max-md:max-w-32"
        items={[
          ...(views.isError
            ? [
                {
                  label: 'Views could not be loaded. Try again',
                  icon: <RefreshCw {...ICON} />,
                  onSelect: () => void views.refetch(),
                },
              ]
            : []),
          ...(views.data ?? []).map((view) => ({
            key: view.id,
            label: view.name,
            note: view.isDefault ? 'Default' : undefined,
            icon: view === current ? <Check {...ICON} /> : <span className="w-4 flex-none" />,
            onSelect: () => choose(view),
          })),
          {
            label: 'Save current as…',
            icon: <BookmarkPlus {...ICON} />,
            onSelect: () => setOpen('save'),
          },
          ...(views.data?.length
            ? [{ label: 'Manage views…', icon: <Settings2 {...ICON} />, onSelect: () => setOpen('manage') }]
            : []),
        ]}
      >
        <span className="truncate">
          {current && <span className="sr-only">View: </span>}
          {current?.name ?? 'Views'}
        </span>
      </Menu>
      {open === 'save' && <SaveViewDialog filter={filter} onClose={close} onSaved={choose} />}
      {open === 'manage' && <ManageViewsDialog views={views.data ?? []} onClose={close} />}
    </>
  );
}
