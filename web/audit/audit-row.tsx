import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../contract/administration.ts';
import { paths } from '../paths.ts';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';
import { type ChangedField, changedFields } from './changed-fields.ts';

type NameOf = (id: string | null) => string | undefined;

const COLUMNS = 'lg:grid lg:grid-cols-[9rem_1fr_1fr_2fr] lg:gap-x-4';

export function AuditRow({ entry, nameOf }: { entry: AuditEntry; nameOf: NameOf }) {
  const fields = changedFields(entry.before, entry.after);
  return (
    <li className="border-b border-border px-4 py-2.5 md:px-6 compact:py-0.5">
      <div className={`flex flex-wrap items-baseline gap-x-3 gap-y-0.5 ${COLUMNS}`}>
        <RelativeTime value={entry.at} className="text-muted max-lg:w-full max-lg:text-xs" />
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{entry.actorName}</span>
        <span className="tech [overflow-wrap:anywhere]">{entry.action}</span>
        <span className="min-w-0 [overflow-wrap:anywhere] max-lg:w-full">
          <Subject entry={entry} nameOf={nameOf} />
        </span>
      </div>
      {fields.length > 0 && <Changes fields={fields} />}
    </li>
  );
}

function Subject({ entry, nameOf }: { entry: AuditEntry; nameOf: NameOf }) {
  const { kind, subjectId, before, after } = entry;
  if (kind === 'document' && subjectId) {
    return (
      <Link
        to={paths.knowledgeBase}
        search={{ doc: subjectId }}
        className="text-accent-ink underline underline-offset-2"
      >
        {titleIn(after) ?? titleIn(before) ?? 'Document'}
      </Link>
    );
  }
  return <span className="text-muted">{nameOf(subjectId) ?? kind}</span>;
}

const titleIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'title' in state && typeof state.title === 'string'
    ? state.title
    : undefined;

const Changes = ({ fields }: { fields: ChangedField[] }) => (
  <details className="mt-1">
    <summary className="w-fit text-xs text-muted hover:text-text">Changed fields</summary>
    <table className="my-2 w-full max-w-200 table-fixed text-left text-xs">
      <thead className="text-muted">
        <tr className="border-b border-border">
          <th scope="col" className="w-1/4 py-1 pr-3 font-medium">
            Field
          </th>
          <th scope="col" className="py-1 pr-3 font-medium">
            Before
          </th>
          <th scope="col" className="py-1 font-medium">
            After
          </th>
        </tr>
      </thead>
      <tbody className="align-top [overflow-wrap:anywhere]">
        {fields.map(({ name, before, after }) => (
          <tr key={name} className="border-b border-border">
            <th scope="row" className="py-1 pr-3 font-medium">
              {name}
            </th>
            <td className="py-1 pr-3 whitespace-pre-wrap">{before}</td>
            <td className="py-1 whitespace-pre-wrap">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
