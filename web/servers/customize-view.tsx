import { Columns3 } from 'lucide-react';
import { lazy } from 'react';
import { OpensLater } from '../ui/controls/opens-later.tsx';

const loadColumns = () => import('./open-columns.tsx');
const OpenColumns = lazy(async () => ({ default: (await loadColumns()).OpenColumns }));

const BUTTON = {
  icon: <Columns3 size={16} className="text-muted" aria-hidden />,
  children: 'Customize View',
};

/** Which columns the table has. */
export const CustomizeView = () => (
  <OpensLater button={BUTTON} kind="dialog" load={loadColumns}>
    {(trigger) => <OpenColumns trigger={trigger} />}
  </OpensLater>
);
