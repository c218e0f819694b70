import { Ellipsis, Plus, RefreshCw, Search, Columns3 } from 'lucide-react';
import { lazy } from 'react';
import { Environment, ServerStatus } from '../../contract/server-words.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { Button } from '../ui/controls/button.tsx';
import { OpensLater } from '../ui/controls/opens-later.tsx';
import { Select } from '../ui/controls/select.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { ENVIRONMENT, STATUS } from './server-badges.tsx';
import type { ServersSearch } from './servers-search.ts';

const loadColumns = () => import('./open-columns.tsx');
const OpenColumns = lazy(async () => ({ default: (await loadColumns()).OpenColumns }));

const BUTTON = {
  icon: <Columns3 size={16} className="text-muted" aria-hidden />,
  children: 'Customize View',
};

/** Which columns the table has. */
const CustomizeView = () => (
  <OpensLater button={BUTTON} kind="dialog" load={loadColumns}>
    {(trigger) => <OpenColumns trigger={trigger} />}
  </OpensLater>
);

const loadMore = () => import('./open-more.tsx');
const OpenMore = lazy(async () => ({ default: (await loadMore()).OpenMore }));

const MORE = {
  'aria-label': 'More',
  icon: <Ellipsis size={16} className="text-muted" aria-hidden />,
};

const ENVIRONMENTS = [
  { value: '', label: 'All Environments' },
  ...Environment.options.map((value) => ({ value, label: ENVIRONMENT[value].label })),
];
const STATUSES = [
  { value: '', label: 'All Statuses' },
  ...ServerStatus.options.map((value) => ({ value, label: STATUS[value].label })),
];

type Props = {
  search: ServersSearch;
  onChange: (part: ServersSearch) => void;
  onRefresh: () => void;
  isRefreshing: boolean;
  onAdd: () => void;
};

export function ServersToolbar({ search, onChange, onRefresh, isRefreshing, onAdd }: Props) {
  const [text, setText] = useSearchText(search.q, (q) => onChange({ q }));
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <TextField
        className="min-w-45 flex-1 max-md:flex-[1_0_100%]"
        label="Search servers"
        hideLabel
        type="search"
        maxLength={200}
        placeholder="Search servers..."
        icon={<Search size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Select
        className="max-md:flex-[1_1_40%]"
        label="Environment"
        hideLabel
        options={ENVIRONMENTS}
        value={search.environment ?? ''}
        onChange={(event) => onChange({ environment: Environment.safeParse(event.target.value).data })}
      />
      <Select
        className="max-md:flex-[1_1_40%]"
        label="Status"
        hideLabel
        options={STATUSES}
        value={search.status ?? ''}
        onChange={(event) => onChange({ status: ServerStatus.safeParse(event.target.value).data })}
      />
      <Button
        icon={<RefreshCw size={16} className="text-muted" aria-hidden />}
        busy={isRefreshing}
        onClick={onRefresh}
      >
        Refresh
      </Button>
      <CustomizeView />
      <OpensLater button={MORE} kind="menu" load={loadMore}>
        {(trigger) => <OpenMore trigger={trigger} search={search} />}
      </OpensLater>
      <Button look="primary" className="max-md:flex-1" icon={<Plus size={16} aria-hidden />} onClick={onAdd}>
        Add Server
      </Button>
    </div>
  );
}
