import { useQuery } from '@tanstack/react-query';
import { type Import, knowledgeBaseImports } from '../../../contract/document-imports.ts';
import { messageOf } from '../../../contract/error.ts';
import { query } from '../../api/query.ts';
import { whole } from '../../lib/whole.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { ScrollBox } from '../../ui/layout/scroll-box.tsx';
import { UndoImport } from './undo-import.tsx';

/** Earlier imports, each with its undo; nothing where there is none. */
export function PastImports() {
  const list = useQuery(query(knowledgeBaseImports.list, {}));
  if (list.isPending) return <output className="sr-only">Loading earlier imports...</output>;
  if (list.isError)
    return (
      <div className="mt-4 flex flex-wrap items-center gap-3 text-sm">
        <p role="alert" className="min-w-0 flex-1 text-red">
          {messageOf(list.error, 'Earlier imports could not be loaded.')}
        </p>
        <Button onClick={() => void list.refetch()}>Try again</Button>
      </div>
    );
  if (list.data.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="text-sm font-semibold">Earlier imports</h3>
      <ScrollBox
        label="Earlier imports"
        className="mt-2 max-h-60 overflow-y-auto border-y border-border text-sm"
      >
        <ul>
          {list.data.map((one) => (
            <Entry key={one.id} one={one} />
          ))}
        </ul>
      </ScrollBox>
    </section>
  );
}

const Entry = ({
  one: { id, fileName, format, importedByName, createdAt, documents, records, left, undoneAt },
}: {
  one: Import;
}) => (
  <li className="flex flex-wrap items-center justify-between gap-2 border-b border-border py-2 last:border-b-0">
    <span className="min-w-0 flex-1 basis-48">
      <span className="[overflow-wrap:anywhere]">{fileName}</span>
      <span className="block text-xs text-muted">
        {format} · {whole(documents)} {documents === 1 ? 'document' : 'documents'}
        {records > 0 && `, ${whole(records)} servers and team members`} · {importedByName ?? 'somebody'} ·{' '}
        <RelativeTime value={createdAt} />
        {undoneAt && (left > 0 ? ` · undone but for ${whole(left)}` : ' · undone')}
      </span>
    </span>
    <UndoImport importId={id} fileName={fileName} isOver={left === 0} />
  </li>
);
