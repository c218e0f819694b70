import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, HardDriveDownload, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { exactTime, relativeTime } from '../../contract/shared/dates.ts';
import { acceptCopies, declineCopies, hasDeclinedCopies, openCopies } from '../api/copies.ts';
import { useCurrentUser } from '../api/session.ts';
import { formatCount } from '../lib/format-count.ts';
import { offlineSupport } from '../lib/offline-support.ts';
import { useTimeStyle } from '../lib/preferences.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { Failed, Notice, Placeholders, Skeleton } from '../ui/feedback/list-states.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { openedLater } from '../ui/feedback/part.tsx';
import { endOfCopies, MOST_BYTES, offlineDays } from './lifetime.ts';
import type { Summary } from './summary.ts';

const ConfirmDialog = openedLater(() => import('../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

/** What this browser keeps for outages, and what protects it. */
export function OfflineCopiesPage() {
  const { data: user } = useCurrentUser();
  return (
    <div className="max-w-180 p-4 md:p-6">
      <PageHeader title="Offline Copies" subtitle="What this browser keeps for outages" />
      <Link
        to={paths.settings}
        className="mb-4 inline-flex min-h-6 items-center gap-1 text-sm text-muted hover:text-text"
      >
        <ArrowLeft size={14} aria-hidden />
        Settings
      </Link>
      {user && <Copies userId={user.id} />}
    </div>
  );
}

function Copies({ userId }: { userId: string }) {
  const support = offlineSupport();
  const [isDeclined, setDeclined] = useState(() => hasDeclinedCopies(userId));
  if (!support.isSupported) return <None text={support.reason} />;
  if (isDeclined)
    return (
      <None text="You removed them from this browser. Without them, documents do not open while the server is away.">
        <Button
          look="primary"
          onClick={() => {
            acceptCopies();
            location.reload();
          }}
        >
          Keep Copies
        </Button>
      </None>
    );
  return <Kept userId={userId} onRemoved={() => setDeclined(true)} />;
}

const None = ({ text, children }: { text: string; children?: ReactNode }) => (
  <Notice
    icon={<HardDriveDownload size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
    title="There are no copies in this browser"
    text={text}
  >
    {children}
  </Notice>
);

/** A sync may be running. */
const REFRESH_MS = 3_000;

/** No data of the server, so copies and server have no part in this read. */
const useSummary = (userId: string) =>
  useQuery({
    queryKey: ['offline-copies', userId],
    queryFn: async (): Promise<Summary | null> => {
      if (!(await openCopies(userId))) return null;
      return (await import('./copies.ts')).summary();
    },
    persister: undefined,
    networkMode: 'always',
    refetchInterval: REFRESH_MS,
  });

function Kept({ userId, onRemoved }: { userId: string; onRemoved: () => void }) {
  const read = useSummary(userId);
  if (read.isPending)
    return (
      <Placeholders count={4}>
        <Skeleton className="mb-3 h-6 w-2/3" />
      </Placeholders>
    );
  if (read.isError)
    return (
      <Failed
        title="The copies could not be read"
        text="The storage of this browser reports an error."
        onRetry={() => void read.refetch()}
      />
    );
  if (!read.data)
    return <None text="The storage of this browser is full, or this browser lets Ops Hub store nothing." />;
  return (
    <>
      <Figures summary={read.data} />
      <Protection days={offlineDays()} />
      <Removal userId={userId} onRemoved={onRemoved} />
    </>
  );
}

const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

function Figures({ summary }: { summary: Summary }) {
  const { wanted, here, servers, pictures, bytes, comparedAt, isPersistent } = summary;
  const style = useTimeStyle();
  const rows: [string, string][] = [
    [
      'Documents',
      comparedAt === 0
        ? 'Not compared with the server yet'
        : `${formatCount(here)} of ${formatCount(wanted)} documents are on this device`,
    ],
    ['Servers', `${formatCount(servers)}, with their states as of the last comparison`],
    ['Pictures', formatCount(pictures)],
    ['Size', `${megabytes(bytes)} of at most ${MOST_BYTES / MEGABYTE} MB`],
    ['Compared with the server', comparedAt === 0 ? 'Not yet' : relativeTime(new Date(comparedAt))],
    ['Readable without the server', `until ${exactTime(new Date(endOfCopies(summary.contact)), style)}`],
    [
      'Storage',
      isPersistent
        ? 'The browser keeps them'
        : 'The browser may remove them when it needs room for other sites',
    ],
  ];
  return (
    <section aria-label="State of the copies">
      <p className="mb-3 text-sm text-muted">
        Documents of servers that you watch or manage, documents that you opened or watch, and the work
        instructions, how-tos and build documents changed last stay readable here while the server is away.
      </p>
      <dl className="border-t border-border text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap gap-x-4 border-b border-border py-2">
            <dt className="w-52 flex-none text-muted">{label}</dt>
            <dd className="min-w-0 flex-1 basis-52">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const Protection = ({ days }: { days: number }) => (
  <section className="mt-8">
    <h2 className="text-md">What protects them</h2>
    <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
      <li>
        Each copy is encrypted with a key that scripts can use and not read. Without the key nobody can read
        it.
      </li>
      <li>
        The key is stored in the same profile of the browser. Anybody who uses this profile or takes a copy of
        all of it can read the copies, as they can use your session. Lock the computer and encrypt its disk.
      </li>
      <li>
        They are removed when you sign out, when your session ends at the server, and after {days} days
        without contact to the server. What you may no longer read goes at the next contact.
      </li>
    </ul>
  </section>
);

function Removal({ userId, onRemoved }: { userId: string; onRemoved: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const remove = async () => {
    setAsking(false);
    await declineCopies(userId);
    client.removeQueries({ queryKey: ['offline-copies'] });
    onRemoved();
  };
  return (
    <>
      <Button
        className="mt-6"
        look="danger-outline"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Remove Copies
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={() => void remove()}
          title="Remove the copies of this browser?"
          text="Documents and servers do not open here while the server is away, until you keep copies again."
          confirmLabel="Remove Copies"
        />
      )}
    </>
  );
}
