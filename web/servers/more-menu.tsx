import { useMayWrite } from '../api/for-editors.tsx';
import { Activity, Download, FileUp, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { servers } from '../../contract/calls/servers.ts';
import { stringifySearch } from '../search-params.ts';
import { MenuPopup } from '../ui/controls/menu-popup.tsx';
import type { ServersSearch } from './servers-search.ts';
import { useCheckAll } from './use-check-all.ts';
import { openedLater } from '../ui/feedback/part.tsx';

const CsvDialog = openedLater(() => import('./csv/csv-dialog.tsx'), 'CsvDialog');
const BinDialog = openedLater(() => import('./server-bin-dialog.tsx'), 'ServerBinDialog');

const ICON = { size: 16, 'aria-hidden': true, className: 'text-muted' } as const;

/** Less frequent actions on all servers; loaded on demand. */
export function MoreMenu({ trigger, search }: { trigger: ReactNode; search: ServersSearch }) {
  const { q, filter, environment, status } = search;
  const [open, setOpen] = useState<'csv' | 'bin'>();
  const { checkAll } = useCheckAll();
  const mayWrite = useMayWrite();
  const close = () => setOpen(undefined);
  const exported = `${servers.export.path}${stringifySearch({ q, filter, environment, status })}`;
  const check = { label: 'Check all servers', icon: <Activity {...ICON} />, onSelect: checkAll };
  const importCsv = { label: 'Import CSV', icon: <FileUp {...ICON} />, onSelect: () => setOpen('csv') };
  const exportCsv = {
    label: 'Export CSV',
    icon: <Download {...ICON} />,
    onSelect: () => location.assign(exported),
  };
  const bin = { label: 'Bin', icon: <Trash2 {...ICON} />, onSelect: () => setOpen('bin') };
  return (
    <>
      <MenuPopup trigger={trigger} items={mayWrite ? [check, importCsv, exportCsv, bin] : [exportCsv]} />
      {open === 'csv' && <CsvDialog onClose={close} />}
      {open === 'bin' && <BinDialog onClose={close} />}
    </>
  );
}
