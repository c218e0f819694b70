import { useQuery, useQueryClient } from '@tanstack/react-query';
import { system, freeInWords, type SystemStatus } from '../../contract/calls/system.ts';
import { AdminListFailed } from '../api/admin-list.tsx';
import { query } from '../api/query.ts';
import { RowPlaceholders } from '../ui/feedback/list-states.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { useState } from 'react';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';
import { Backups } from './backups.tsx';
import { Item, Setting } from './checklist-item.tsx';
import { InstanceExport } from './instance-export.tsx';
import { RetentionRow } from './retention-row.tsx';
import { formatCount } from '../lib/format-count.ts';
import { Link } from '@tanstack/react-router';
import { demo } from '../../contract/calls/demo.ts';
import { reasonOr, useSave } from '../api/save.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/controls/button.tsx';
import { openedLater } from '../ui/feedback/part.tsx';

const PLACEHOLDERS = 7;

/** Shows administrators what is set up, what is missing, and how to set it up. */
export const SystemPage = () => (
  <>
    <PageHeader title="System" subtitle="What is set up, and what is left to do" />
    <Status />
  </>
);

function Status() {
  // No event reports sent mail or new data.
  const status = useQuery({ ...query(system.status, {}), staleTime: 0 });
  if (status.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!status.data) {
    return <AdminListFailed read={status} what="Status" />;
  }
  return <Checklist status={status.data} />;
}

const ConfirmDialog = openedLater(() => import('../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

const MIB = 1024 * 1024;

export function Checklist({ status }: { status: SystemStatus }) {
  const { database, google, ai, checks, contents, hasDemoData, standby } = status;
  const isEmpty = contents.documents + contents.servers === 0;
  const interval = checks.intervalSeconds > 0 ? `every ${checks.intervalSeconds} seconds` : 'on demand only';
  return (
    <>
      <ul aria-label="Checklist" className="border-b border-border text-sm">
        <Disks status={status} />
        <Restarts restarts={status.restarts} />
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
          {formatCount(checks.configured)} of {formatCount(contents.servers)} servers have a check, {interval}
          . They may reach <Setting>{checks.allow.join(', ')}</Setting>.
        </Item>
        <Forwarding forwarding={status.forwarding} />
        <Backups />
        {standby && (
          <Item title="Standby for reads" state={standby.isUsed ? 'done' : 'wrong'}>
            {standby.isUsed
              ? 'Lists, searches and figures are read from it.'
              : `Reads use the database, because the standby ${standby.problem}. It is used again by itself.`}
          </Item>
        )}
        <Item title="Your documents" state={contents.documents > 0 ? 'done' : 'open'} action={<ImportLink />}>
          {formatCount(contents.documents)} documents. A zip of markdown is imported with its images.
        </Item>
        <Item
          title="Demo data"
          state={hasDemoData ? 'done' : 'open'}
          action={<DemoButton isThere={hasDemoData} />}
        >
          {hasDemoData
            ? 'Installed. Removing it keeps everything that people created.'
            : '200 servers with 90 days of checks, 60 documents and 25 people to look at' +
              `${isEmpty ? '' : ', beside your own'}. It can be removed in one step.`}
        </Item>
      </ul>
      <InstanceExport contents={status.exportContents} />
      <RetentionRow />
      <p className="px-4 py-3 text-xs text-muted md:px-6">
        Ops Hub {status.version} at {status.publicUrl} · PostgreSQL {database.version} (
        {database.kind === 'embedded' ? 'run by Ops Hub' : 'your own server'}),{' '}
        {Math.ceil(database.size / MIB)} MB · {contents.accounts} active{' '}
        {contents.accounts === 1 ? 'account' : 'accounts'}
      </p>
    </>
  );
}

/** Ops Hub cannot see the disk of a database server; only a refused write shows that it is full. */
function Disks({ status: { disks, database, refusesChanges } }: { status: SystemStatus }) {
  const isWrong = refusesChanges || disks.some(({ level }) => level !== 'enough');
  return (
    <Item title="Disk space" state={isWrong ? 'wrong' : 'done'}>
      {disks.map((disk) => (
        <span key={disk.folder} className="block">
          {freeInWords(disk)} in <Setting>{disk.folder}</Setting>
          {disk.holds.length > 0 && ` (${disk.holds.join(', ')})`}
          {disk.level === 'low' && '. That is little'}
          {disk.level === 'full' && '. That is too little'}.
        </span>
      ))}
      {refusesChanges && 'Changes are refused until space is freed; reading and deleting work. '}
      {database.kind === 'server' && 'The disk of the database server is not visible here.'}
    </Item>
  );
}

const RECEIVERS = { syslog: 'syslog', webhook: 'the webhook' };

/** Receivers of the audit log. */
function Forwarding({ forwarding }: { forwarding: SystemStatus['forwarding'] }) {
  const isWrong = forwarding.some(({ problem }) => problem !== null);
  return (
    <Item
      title="Audit log"
      state={isWrong ? 'wrong' : forwarding.length > 0 ? 'done' : 'open'}
      action={<AuditLink />}
    >
      {forwarding.length === 0 && (
        <>
          To send a copy of each entry to another system set <Setting>AUDIT_SYSLOG</Setting> or{' '}
          <Setting>AUDIT_WEBHOOK_URL</Setting>.
        </>
      )}
      {forwarding.map(({ receiver, waiting, waitingSince, problem, sentAt }) => (
        <span key={receiver} className="block">
          {waiting === 0 ? `All entries are sent to ${RECEIVERS[receiver]}` : <Waiting count={waiting} />}
          {waiting > 0 && waitingSince && (
            <>
              {' '}
              for {RECEIVERS[receiver]}, the oldest from <RelativeTime value={waitingSince} />
            </>
          )}
          {sentAt && (
            <>
              , the last <RelativeTime value={sentAt} />
            </>
          )}
          .{problem && ` The last problem: ${problem}`}
        </span>
      ))}
    </Item>
  );
}

const Waiting = ({ count }: { count: number }) => (
  <>
    {formatCount(count)} {count === 1 ? 'entry waits' : 'entries wait'}
  </>
);

const AuditLink = () => (
  <Link to={paths.audit} className={buttonClass({})}>
    Open Audit Log
  </Link>
);

/** Shown once the server has died. */
function Restarts({ restarts: { count, since, last } }: { restarts: SystemStatus['restarts'] }) {
  if (!last || !since) return null;
  return (
    <Item title="Restarts" state="wrong">
      Restarted {formatCount(count)} {count === 1 ? 'time' : 'times'} since the start{' '}
      <RelativeTime value={since} />. Last reason: {last.reason}, <RelativeTime value={last.at} />.
    </Item>
  );
}

function Mail({ status: { mail } }: { status: SystemStatus }) {
  const state = mail.failing + mail.unclear > 0 ? 'wrong' : mail.via === 'smtp' ? 'done' : 'open';
  return (
    <Item title="E-mail" state={state} action={<MailTestButton />}>
      {mail.via === 'smtp' ? (
        <>
          Mail is sent{mail.from && ` from ${mail.from}`}
          {mail.lastSentAt && (
            <>
              , last <RelativeTime value={mail.lastSentAt} />
            </>
          )}
          {mail.failing > 0 && `. ${mail.failing} could not be sent yet and will be retried`}
          {mail.unclear > 0 && `. ${mail.unclear} may have arrived or not, and will not be sent again`}.
          {mail.problem && <span className="block">The last problem: {mail.problem}</span>}
        </>
      ) : (
        <>
          Mail is kept as files in the folder outbox of DATA_DIR. To send it set <Setting>SMTP_URL</Setting>{' '}
          and <Setting>MAIL_FROM</Setting>.
        </>
      )}
    </Item>
  );
}

function MailTestButton() {
  const test = useSave(system.testMail, {
    invalidates: [system.status],
    saved: ({ to, via }) => ({
      title: 'Mail Written',
      text: via === 'smtp' ? `It is on its way to ${to}.` : `It is in the outbox, for ${to}.`,
    }),
    failed: reasonOr('Failed to send the mail. Please try again.'),
  });
  return (
    <Button data-action="" busy={test.isPending} onClick={() => test.mutate({})}>
      Send Test Mail
    </Button>
  );
}

const ImportLink = () => (
  <Link to={paths.knowledgeBase} className={buttonClass({})}>
    Open Knowledge Base
  </Link>
);

function DemoButton({ isThere }: { isThere: boolean }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  // Nearly every list contains servers, documents or people, so reload all.
  const everything = () => void client.invalidateQueries();
  const add = useSave(demo.add, {
    invalidates: [],
    saved: ({ servers, documents, members }) => {
      everything();
      return {
        title: 'Demo Data Added',
        text: `${servers} servers, ${documents} documents, ${members} people.`,
      };
    },
    failed: reasonOr('Failed to add the demo data. Please try again.'),
  });
  const remove = useSave(demo.remove, {
    invalidates: [],
    saved: () => {
      everything();
      return { title: 'Demo Data Removed', text: 'Everything that people created is still there.' };
    },
    failed: reasonOr('Failed to remove the demo data. Please try again.'),
  });
  if (!isThere)
    return (
      <Button busy={add.isPending} onClick={() => add.mutate({})}>
        Add Demo Data
      </Button>
    );
  return (
    <>
      <Button busy={remove.isPending} onClick={() => setAsking(true)}>
        Remove Demo Data
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({})}
        title="Remove the demo data?"
        text="Its servers, documents and people are deleted permanently, including changes to them."
        confirmLabel="Remove"
      />
    </>
  );
}
