import { Button } from '../../ui/button.tsx';
import { hasFilters } from '../servers-search.ts';
import type { ServersSearch } from '../servers-search.ts';
import { FilterBox } from './filter-box.tsx';
import { ViewsMenu } from './views-menu.tsx';

type Props = { search: ServersSearch; onChange: (search: ServersSearch) => void };

/** What the list is filtered by, and what of that is kept. Fetched after the list: the controls of the toolbar come first. */
export const FilterBar = ({ search, onChange }: Props) => (
  <div className="mb-4 flex flex-wrap items-start gap-2">
    <FilterBox search={search} onChange={onChange} />
    <ViewsMenu search={search} onChange={onChange} />
    {hasFilters(search) && <Button onClick={() => onChange({})}>Show all</Button>}
  </div>
);
