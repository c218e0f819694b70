import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { sizeInWords, type SystemStatus } from '../../contract/system.ts';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';
import { DemoButton, ImportLink, MailTestButton } from './checklist-actions.tsx';
import { InstanceExport } from './instance-export.tsx';
import { whole } from '../lib/whole.ts';

/** done: set up. open: works, but more can be set up. wrong: somebody must look. */
type State = 'done' | 'open' | 'wrong';

const SIGNS = {
  done: { Icon: CircleCheck, word: 'Done', ink: 'text-green' },
  open: { Icon: CircleDashed, word: 'Can be set up', ink: 'text-muted' },
  wrong: { Icon: TriangleAlert, word: 'Look at this', ink: 'text-yellow' },
};
const MIB = 1024 * 1024;

export function Checklist({ status }: { status: SystemStatus }) {
  const { database, google, ai, checks, contents, hasDemoData } = status;
  const isEmpty = contents.documents + contents.servers === 0;
  const interval = checks.intervalSeconds > 0 ? `every ${checks.intervalSeconds} seconds` : 'on demand alone';
  return (
    <>
      <ul aria-label="Checklist" className="border-b border-border text-sm">
        <Disks status={status} />
        <Mail status={status} />
        <Item title="Sign-in with Google" state={google.isConfigured ? 'done' : 'open'}>
          {google.isConfigured ? (
            `People can sign in through ${google.issuer}.`
          ) : (
            <>
              Set <Setting>GOOGLE_CLIENT_ID</Setting> and <Setting>GOOGLE_CLIENT_SECRET</Setting>, and give{' '}
              <Setting>{google.redirectUrl}</Setting> as the redirect address.
            </>
          )}
        </Item>
        <Item title="AI model" state={ai.provider === 'builtin' ? 'open' : 'done'}>
          {ai.provider === 'builtin' ? (
            <>
              The built-in assistant answers from your documents and servers. For a model set{' '}
              <Setting>AI_PROVIDER</Setting> and <Setting>AI_MODEL</Setting>.
            </>
          ) : (
            `${ai.model ?? ai.provider} by ${ai.provider}.`
          )}
        </Item>
        <Item title="Health checks" state={checks.configured > 0 ? 'done' : 'open'}>
          {whole(checks.configured)} of {whole(contents.servers)} servers have a check, {interval}. They may
          reach <Setting>{checks.allow.join(', ')}</Setting>.
        </Item>
        <Backup status={status} />
        <Item title="Your documents" state={contents.documents > 0 ? 'done' : 'open'} action={<ImportLink />}>
          {whole(contents.documents)} documents. A zip of markdown is imported with its images.
        </Item>
        <Item
          title="Demo data"
          state={hasDemoData ? 'done' : 'open'}
          action={<DemoButton isThere={hasDemoData} />}
        >
          {hasDemoData
            ? 'It is there. Removing it leaves everything that people made themselves.'
            : '200 servers with 90 days of checks, 60 documents and 25 people to look at' +
              `${isEmpty ? '' : ', beside your own'}. It can be taken away in one step.`}
        </Item>
      </ul>
      <InstanceExport />
      <p className="px-4 py-3 text-xs text-muted md:px-6">
        Ops Hub {status.version} at {status.publicUrl} · PostgreSQL {database.version} (
        {database.kind === 'embedded' ? 'run by Ops Hub' : 'a server of yours'}),{' '}
        {Math.ceil(database.size / MIB)} MB · {contents.accounts} active{' '}
        {contents.accounts === 1 ? 'account' : 'accounts'}
      </p>
    </>
  );
}

/** The disk of a database server is not ours to see; only a refused write tells that it is full. */
function Disks({ status: { disks, database, refusesChanges } }: { status: SystemStatus }) {
  const isWrong = refusesChanges || disks.some(({ level }) => level !== 'enough');
  return (
    <Item title="Disk space" state={isWrong ? 'wrong' : 'done'}>
      {disks.map(({ folder, holds, free, size, level }) => (
        <span key={folder} className="block">
          {sizeInWords(free)} of {sizeInWords(size)} are free in <Setting>{folder}</Setting>
          {holds.length > 0 && ` (${holds.join(', ')})`}
          {level === 'low' && '. That is little'}
          {level === 'full' && '. That is too little to work with'}.
        </span>
      ))}
      {refusesChanges && 'Changes are refused until there is more; reading and deleting work. '}
      {database.kind === 'server' && 'The disk of the database server is not seen here.'}
    </Item>
  );
}

function Mail({ status: { mail } }: { status: SystemStatus }) {
  const state = mail.failing > 0 ? 'wrong' : mail.via === 'smtp' ? 'done' : 'open';
  return (
    <Item title="E-mail" state={state} action={<MailTestButton />}>
      {mail.via === 'smtp' ? (
        <>
          Letters are sent{mail.from && ` from ${mail.from}`}
          {mail.lastSentAt && (
            <>
              , last <RelativeTime value={mail.lastSentAt} />
            </>
          )}
          {mail.failing > 0 && `. ${mail.failing} could not be sent yet; they are tried again`}.
        </>
      ) : (
        <>
          Letters are kept as files in the folder outbox of DATA_DIR. To send them set{' '}
          <Setting>SMTP_URL</Setting> and <Setting>MAIL_FROM</Setting>.
        </>
      )}
    </Item>
  );
}

function Backup({ status: { database, storage, backup } }: { status: SystemStatus }) {
  if (database.kind === 'server') {
    return (
      <Item title="Backup" state="open">
        Ops Hub cannot see it here. Use <Setting>pg_dump</Setting> on the database, and keep{' '}
        {storage === 's3' ? 'the bucket' : 'the objects in DATA_DIR'} with it.
      </Item>
    );
  }
  return (
    <Item title="Backup" state={backup.lastAt === null ? 'open' : backup.isOld ? 'wrong' : 'done'}>
      {backup.lastAt === null ? (
        'There has never been one. '
      ) : (
        <>
          The last one was made <RelativeTime value={backup.lastAt} />.{' '}
        </>
      )}
      <Command>npm run backup -- FILE</Command> makes one while Ops Hub runs, best every night;{' '}
      <Command>npm run restore -- FILE</Command> brings it back.
      {storage === 's3' && ' Images are in the bucket: keep a copy of that, too.'}
    </Item>
  );
}

const Setting = ({ children }: { children: string }) => (
  <span className="tech text-text [overflow-wrap:anywhere]">{children}</span>
);

/** Its two dashes are one word. */
const Command = ({ children }: { children: string }) => (
  <span className="tech text-text whitespace-nowrap">{children}</span>
);

type ItemProps = { title: string; state: State; action?: ReactNode; children: ReactNode };

function Item({ title, state, action, children }: ItemProps) {
  const { Icon, word, ink } = SIGNS[state];
  return (
    <li className="not-first:border-t flex flex-wrap items-center gap-x-4 gap-y-2 border-border px-4 py-3 compact:py-1.5 md:px-6">
      <span className={`flex-none ${ink}`}>
        <Icon size={16} aria-hidden />
        <span className="sr-only">{word}</span>
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-sm font-medium">{title}</h2>
        <p className="max-w-[72ch] text-muted">{children}</p>
      </div>
      {action && <span className="max-md:w-full max-md:pl-8">{action}</span>}
    </li>
  );
}
