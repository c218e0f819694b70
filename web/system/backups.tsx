import { useQuery } from '@tanstack/react-query';
import { backups, type BackupStatus } from '../../contract/calls/backups.ts';
import { messageOf } from '../../contract/shared/error.ts';
import { sizeInWords } from '../../contract/calls/system.ts';
import { query } from '../api/query.ts';
import { reasonOr, useSave } from '../api/save.ts';
import { formatCount } from '../lib/format-count.ts';
import { Button } from '../ui/controls/button.tsx';
import { Progress } from '../ui/feedback/progress.tsx';
import { ExactTime, RelativeTime } from '../ui/feedback/relative-time.tsx';
import { Command, Item, Setting, type State } from './checklist-item.tsx';

/**
 * Polled, because only the account that started a backup receives its progress, and the schedule starts backups as
 * well.
 */
const LOOK_MS = 2_000;

const ALERT =
  'mt-2 rounded-md border border-red-line bg-red-soft px-3 py-2 text-red [overflow-wrap:anywhere]';

/** Time of the last backup, its problems, time of the next one, and the list of stored backups. */
export function Backups() {
  const status = useQuery({
    ...query(backups.status, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_MS : false),
  });
  const start = useSave(backups.start, {
    invalidates: [backups.status],
    failed: reasonOr('Failed to start the backup. Please try again.'),
  });
  if (status.isPending)
    return (
      <Item title="Backups" state="open">
        {/* As high as the final text. */}
        <span className="block min-h-25 max-md:min-h-45">Loading...</span>
      </Item>
    );
  if (!status.data)
    return (
      <Item
        title="Backups"
        state="wrong"
        action={<Button onClick={() => void status.refetch()}>Try Again</Button>}
      >
        {messageOf(status.error, 'The state of the backups could not be loaded.')}
      </Item>
    );
  const { data } = status;
  const isRunning = data.running !== null;
  return (
    <Item
      title="Backups"
      state={stateOf(data)}
      action={
        <Button data-action="" busy={start.isPending || isRunning} onClick={() => start.mutate({})}>
          Back Up Now
        </Button>
      }
      more={
        <div className="max-w-[72ch]">
          {data.running && (
            <Progress text="Backing up, in percent" done={data.running.done} total={data.running.total} />
          )}
          {!isRunning && data.failure && (
            <p role="alert" className={ALERT}>
              The last backup failed <RelativeTime value={data.failure.at} />: {data.failure.reason}.
            </p>
          )}
          {data.archive?.problem && (
            <p role="alert" className={ALERT}>
              The archive of the write-ahead log has a problem: {data.archive.problem}.
            </p>
          )}
          <Kept {...data} />
        </div>
      }
    >
      <Last {...data} /> <Schedule {...data} />{' '}
      {data.isOnDatabaseDisk && (
        <>
          They are on the disk of the database: set <Setting>BACKUP_DIR</Setting> to another disk, or{' '}
          <Setting>BACKUP_S3_BUCKET</Setting>.{' '}
        </>
      )}
      {data.withoutImages && 'Images are in their own bucket: back it up, too. '}
      <Command>npm run restore -- NAME</Command> restores one, <Command>npm run backup -- FILE</Command>{' '}
      writes one to another file. {data.archive && <Archive archive={data.archive} />}
    </Item>
  );
}

function stateOf(status: BackupStatus): State {
  const { schedule, last, failure, isOverdue, isOnDatabaseDisk, problem, archive } = status;
  const isDoubtful = last !== null && (last.unverified !== null || last.missingImages > 0);
  if (failure || isOverdue || isDoubtful || problem !== null || archive?.problem) return 'wrong';
  return schedule && last && !isOnDatabaseDisk ? 'done' : 'open';
}

function Last({ last, isOverdue }: BackupStatus) {
  if (!last) return isOverdue ? 'No backup succeeded for two days.' : 'There is no backup yet.';
  const { at, bytes, seconds, unverified, missingImages } = last;
  return (
    <>
      The last one was made <RelativeTime value={at} /> ({sizeInWords(bytes)} in {formatCount(seconds)} s),{' '}
      {unverified === null
        ? 'and restored for a trial with all its rows.'
        : `but not verified: ${unverified}.`}
      {missingImages > 0 && ` ${formatCount(missingImages)} images were missing in the store.`}
      {isOverdue && ' No backup succeeded for two days.'}
    </>
  );
}

function Schedule({ schedule, where }: BackupStatus) {
  const place = <Setting>{where}</Setting>;
  if (!schedule)
    return (
      <>
        None is scheduled: set <Setting>BACKUP_TIME</Setting> to make one every day in {place}.
      </>
    );
  const { time, keep, nextAt } = schedule;
  return (
    <>
      One is made every day at {time} UTC, next <ExactTime value={nextAt} />. The last one of {keep.days}{' '}
      days, {keep.weeks} weeks and {keep.months} months is kept in {place}.
    </>
  );
}

/** The period that can be recovered from the archived write-ahead log. */
function Archive({ archive: { where, from, until } }: { archive: NonNullable<BackupStatus['archive']> }) {
  if (where === null)
    return (
      <>
        To recover any moment in between, set <Setting>ARCHIVE_DIR</Setting> to a folder on another disk.
      </>
    );
  if (!from || !until)
    return (
      <>
        The first base for point-in-time recovery is being made in <Setting>{where}</Setting>.
      </>
    );
  return (
    <>
      Any moment from <ExactTime value={from} /> on can be recovered, the archive in{' '}
      <Setting>{where}</Setting> is complete as of <RelativeTime value={until} />:{' '}
      <Command>npm run restore -- --to TIME</Command>.
    </>
  );
}

function Kept({ kept, problem }: BackupStatus) {
  if (!kept) return <p className="mt-1 text-muted [overflow-wrap:anywhere]">{problem}</p>;
  if (kept.length === 0) return null;
  const bytes = kept.reduce((sum, backup) => sum + backup.bytes, 0);
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-muted">
        {formatCount(kept.length)} kept, {sizeInWords(bytes)}
      </summary>
      <ul className="mt-1 max-h-64 overflow-y-auto">
        {kept.map((backup) => (
          <li key={backup.name} className="[overflow-wrap:anywhere]">
            <Setting>{backup.name}</Setting>, {sizeInWords(backup.bytes)}
          </li>
        ))}
      </ul>
    </details>
  );
}
