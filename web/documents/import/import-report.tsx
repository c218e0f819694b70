import { CircleCheck, TriangleAlert } from 'lucide-react';
import {
  type ImportedDocument,
  type ImportedRecord,
  type ImportReport,
  MAX_LISTED,
} from '../../../contract/calls/imports.ts';
import { formatCount } from '../../lib/format-count.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ScrollBox } from '../../ui/layout/scroll-box.tsx';

/** Whether an import stores anything, so that it can be run or undone. */
export const bringsSomething = ({
  created,
  updated,
  servers,
  members,
  serverDocuments,
}: ImportReport): boolean => created + updated + servers.created + members.created + serverDocuments > 0;

/** The effect of an import, or of its preview: documents, images, and losses. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { created, updated, skipped, problems, documents, records } = report;
  const counts: [name: string, count: number][] = [
    ['Created', created],
    ['Updated', updated],
    ['Skipped', skipped],
    ['Problems', problems.length],
  ];
  return (
    <div className="mt-2">
      <p className="mb-3 text-sm">{sentenceOf(report)}</p>
      <dl className="grid grid-cols-4 rounded-lg border border-border py-3 max-md:grid-cols-2 max-md:gap-y-3">
        {counts.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse px-4">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-muted">
        Skipped: unchanged documents, images (kept with their pages) and other files.
      </p>
      {documents.length > 0 && <Documents documents={documents} />}
      {records.length > 0 && <Records records={records} />}
      {problems.length === 0 ? (
        <p className="mt-4 flex items-center gap-2 text-sm">
          <CircleCheck size={16} className="text-green" aria-hidden />
          {report.dryRun ? 'Nothing would be lost.' : 'Every document of the zip is here.'}
        </p>
      ) : (
        <>
          <Problems
            title="Left out, with the reason"
            problems={problems.filter(({ isLeftOut }) => isLeftOut)}
            isNamed
          />
          <Problems
            title="Lost or changed in documents"
            problems={problems.filter(({ isLeftOut }) => !isLeftOut)}
          />
        </>
      )}
    </div>
  );
}

const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

function sentenceOf(report: ImportReport): string {
  const { dryRun, format, created, updated, images, files, versions, servers, members } = report;
  const made = [
    counted(created, 'new document', 'new documents'),
    ...(updated > 0 ? [counted(updated, 'changed document', 'changed documents')] : []),
    ...(versions > 0 ? [counted(versions, 'version', 'versions')] : []),
    counted(images, 'new image', 'new images'),
    ...(files > 0 ? [counted(files, 'file to download', 'files to download')] : []),
    ...(servers.created > 0 ? [counted(servers.created, 'new server', 'new servers')] : []),
    ...(members.created > 0 ? [counted(members.created, 'new team member', 'new team members')] : []),
  ].join(', ');
  return dryRun
    ? `Nothing is stored yet. This ${format} export would bring ${made}.`
    : `This ${format} export brought ${made}.`;
}

const OUTCOMES = {
  created: { look: 'green', text: 'New' },
  updated: { look: 'blue', text: 'Changed' },
  unchanged: { look: 'line', text: 'Unchanged' },
} as const;

const Documents = ({ documents }: { documents: ImportedDocument[] }) => (
  <section className="mt-4">
    <h3 className="text-sm font-semibold">Documents</h3>
    <ScrollBox label="Documents" className="mt-2 max-h-60 overflow-y-auto border-y border-border text-sm">
      <ul>
        {documents.map(({ path, title, category, tags, outcome }) => (
          <li key={path} className="flex items-start gap-2 border-b border-border py-1.5 last:border-b-0">
            <span className="min-w-0 flex-1">
              <span className="[overflow-wrap:anywhere]">{title}</span>
              <span className="block text-xs text-muted [overflow-wrap:anywhere]">
                {[category ?? 'No category', ...tags.map((tag) => `#${tag}`)].join(' · ')}
              </span>
            </span>
            <Badge look={OUTCOMES[outcome].look}>{OUTCOMES[outcome].text}</Badge>
          </li>
        ))}
      </ul>
    </ScrollBox>
    {documents.length === MAX_LISTED && (
      <p className="mt-1 text-xs text-muted">The first {formatCount(MAX_LISTED)} are listed.</p>
    )}
  </section>
);

const KINDS = { server: 'Server', member: 'Team member' };

const Records = ({ records }: { records: ImportedRecord[] }) => (
  <section className="mt-4">
    <h3 className="text-sm font-semibold">Servers and team members</h3>
    <ScrollBox
      label="Servers and team members"
      className="mt-2 max-h-60 overflow-y-auto border-y border-border text-sm"
    >
      <ul>
        {records.map(({ kind, name, outcome }, n) => (
          // Two servers may have the same name, and the list never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={n} className="flex items-center gap-2 border-b border-border py-1.5 last:border-b-0">
            <span className="min-w-0 flex-1">
              <span className="[overflow-wrap:anywhere]">{name}</span>{' '}
              <span className="text-xs text-muted">{KINDS[kind]}</span>
            </span>
            <Badge look={outcome === 'created' ? 'green' : 'line'}>
              {outcome === 'created' ? 'New' : 'Is here already'}
            </Badge>
          </li>
        ))}
      </ul>
    </ScrollBox>
    {records.length === MAX_LISTED && (
      <p className="mt-1 text-xs text-muted">The first {formatCount(MAX_LISTED)} are listed.</p>
    )}
  </section>
);

type ProblemsProps = {
  title: string;
  problems: ImportReport['problems'];
  /** Whether each file is named at once: one that is missing matters more than one that lost something. */
  isNamed?: boolean;
};

const Problems = ({ title, problems, isNamed = false }: ProblemsProps) =>
  problems.length > 0 && (
    <section className="mt-4">
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <TriangleAlert size={16} className="text-yellow" aria-hidden />
        {title}
      </h3>
      <ScrollBox label={title} className="mt-2 max-h-60 overflow-y-auto border-y border-border text-sm">
        <ul>
          {groupsOf(problems).map(({ reason, paths }) => (
            <li key={reason} className="border-b border-border py-1.5 last:border-b-0">
              <Group reason={reason} paths={paths} isNamed={isNamed} />
            </li>
          ))}
        </ul>
      </ScrollBox>
    </section>
  );

type Group = { reason: string; paths: string[] };

/** Files with the same reason, the most frequent one first. */
function groupsOf(problems: ImportReport['problems']): Group[] {
  return [...Map.groupBy(problems, ({ reason }) => reason)]
    .map(([reason, group]) => ({ reason, paths: group.map(({ path }) => path) }))
    .toSorted((a, b) => b.paths.length - a.paths.length);
}

function Group({ reason, paths, isNamed }: Group & { isNamed: boolean }) {
  if (paths.length === 1)
    return (
      <>
        <span className="tech [overflow-wrap:anywhere]">{paths[0]}</span>
        <span className="block text-xs text-muted [overflow-wrap:anywhere]">{reason}</span>
      </>
    );
  return (
    <details open={isNamed}>
      <summary className="[overflow-wrap:anywhere]">
        {formatCount(paths.length)} files: {reason}
      </summary>
      <ul className="mt-1 pl-4 text-xs text-muted">
        {paths.slice(0, MAX_LISTED).map((path, at) => (
          // A page may lose the same thing twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="tech [overflow-wrap:anywhere]">
            {path}
          </li>
        ))}
        {paths.length > MAX_LISTED && <li>and {formatCount(paths.length - MAX_LISTED)} more</li>}
      </ul>
    </details>
  );
}
