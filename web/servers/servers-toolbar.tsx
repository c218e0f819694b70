import { Activity, Download, Ellipsis, FileUp, Plus, RefreshCw, Search, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { checks } from '../../contract/checks.ts';
import { messageOf } from '../../contract/error.ts';
import { Environment, ServerStatus } from '../../contract/server-words.ts';
import { servers } from '../../contract/servers.ts';
import { useSave } from '../api/save.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { stringifySearch } from '../search-params.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CustomizeView } from './customize-view.tsx';
import { ENVIRONMENT, STATUS } from './server-badges.tsx';
import type { ServersSearch } from './servers-search.ts';

const CsvDialog = lazy(async () => ({ default: (await import('./csv/csv-dialog.tsx')).CsvDialog }));
const BinDialog = lazy(async () => ({ default: (await import('./server-bin-dialog.tsx')).ServerBinDialog }));

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
      <MoreMenu search={search} />
      <Button look="primary" className="max-md:flex-1" icon={<Plus size={16} aria-hidden />} onClick={onAdd}>
        Add Server
      </Button>
    </div>
  );
}

const ICON = { size: 16, 'aria-hidden': true, className: 'text-muted' } as const;

function MoreMenu({ search: { q, filter, environment, status } }: { search: ServersSearch }) {
  const [open, setOpen] = useState<'csv' | 'bin'>();
  const checkAll = useSave(checks.runAll, {
    invalidates: [],
    saved: () => ({ title: 'Health checks started', text: 'The list follows as the results come in.' }),
    failed: (error) => ({ title: 'Health Check Failed', text: messageOf(error, 'Try again in a moment.') }),
  });
  const close = () => setOpen(undefined);
  const exported = `${servers.export.path}${stringifySearch({ q, filter, environment, status })}`;
  return (
    <>
      <Menu
        aria-label="More"
        icon={<Ellipsis size={16} className="text-muted" aria-hidden />}
        items={[
          { label: 'Check all servers', icon: <Activity {...ICON} />, onSelect: () => checkAll.mutate({}) },
          { label: 'Import CSV', icon: <FileUp {...ICON} />, onSelect: () => setOpen('csv') },
          { label: 'Export CSV', icon: <Download {...ICON} />, onSelect: () => location.assign(exported) },
          { label: 'Bin', icon: <Trash2 {...ICON} />, onSelect: () => setOpen('bin') },
        ]}
      />
      <Suspense>
        {open === 'csv' && <CsvDialog onClose={close} />}
        {open === 'bin' && <BinDialog onClose={close} />}
      </Suspense>
    </>
  );
}
