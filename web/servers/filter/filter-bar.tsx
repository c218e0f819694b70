import { Button } from '../../ui/controls/button.tsx';
import { hasFilters } from '../servers-search.ts';
import type { ServersSearch } from '../servers-search.ts';
import { FilterBox } from './filter-box.tsx';
import type { FilterStart } from './filter-box.tsx';
import { ViewsMenu } from './views-menu.tsx';

export type FilterBarProps = {
  search: ServersSearch;
  onChange: (search: ServersSearch) => void;
  start: FilterStart;
};

/** What the list is filtered by, and what of that is kept. Fetched after the list: the controls of the toolbar come first. */
export const FilterBar = ({ search, onChange, start }: FilterBarProps) => (
  <div className="mb-4 flex flex-wrap items-start gap-2">
    <FilterBox search={search} onChange={onChange} start={start} />
    <ViewsMenu search={search} onChange={onChange} startsOpen={start.isMenuOpen === true} />
    {hasFilters(search) && <Button onClick={() => onChange({})}>Show all</Button>}
  </div>
);
