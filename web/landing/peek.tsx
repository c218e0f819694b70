import {
  CircleCheck,
  Database,
  FileText,
  type LucideIcon,
  Server,
  TriangleAlert,
  Wrench,
} from 'lucide-react';
import { classNames } from '../lib/class-names.ts';

type Row = { Icon: LucideIcon; name: string; about: string; Sign?: LucideIcon; word: string; ink: string };

const ROWS: Row[] = [
  {
    Icon: Database,
    name: 'mel-db-01',
    about: '10.20.14.21',
    Sign: TriangleAlert,
    word: 'Warning',
    ink: 'text-yellow',
  },
  {
    Icon: Database,
    name: 'mel-db-02',
    about: '10.20.14.22',
    Sign: CircleCheck,
    word: 'Online',
    ink: 'text-green',
  },
  {
    Icon: Server,
    name: 'lon-adfs-02',
    about: '10.30.2.14',
    Sign: Wrench,
    word: 'Maintenance',
    ink: 'text-blue',
  },
  {
    Icon: FileText,
    name: 'Fail over to the standby',
    about: 'for mel-db-01',
    word: 'How-To Guide',
    ink: 'text-green',
  },
];

/** What a working day looks like. A picture, so it is hidden from those who hear the page. */
export const Peek = () => (
  <div aria-hidden className="rounded-lg border border-border bg-surface px-4 shadow-1 max-lg:hidden">
    {ROWS.map(({ Icon, name, about, Sign, word, ink }) => (
      <div key={name} className="flex items-center gap-3 border-b border-border py-2.5 last:border-0">
        <Icon size={16} className="flex-none text-muted" />
        <div className="min-w-0 flex-1 font-mono text-sm">
          <p className="truncate">{name}</p>
          <p className="text-xs text-muted">{about}</p>
        </div>
        <span className={classNames('inline-flex items-center gap-1.5 text-xs font-medium', ink)}>
          {Sign && <Sign size={12} strokeWidth={2.25} />}
          {word}
        </span>
      </div>
    ))}
  </div>
);
