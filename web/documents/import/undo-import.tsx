import type { ImportUndone } from '../../../contract/document-imports.ts';
import { knowledgeBaseImports } from '../../../contract/document-imports.ts';
import { messageOf } from '../../../contract/error.ts';
import { useSave } from '../../api/save.ts';
import { whole } from '../../lib/whole.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DOCUMENT_READS } from '../base.ts';

type Props = {
  importId: string;
  fileName?: string;
  /** Nothing of it is left to take back. */
  isOver?: boolean;
};

/** Takes a whole import back; documents that were changed since stay, are named, and can be taken back as well. */
export function UndoImport({ importId, fileName, isOver = false }: Props) {
  const undo = useSave(knowledgeBaseImports.undo, {
    invalidates: [...DOCUMENT_READS, knowledgeBaseImports.list],
    failed: () => undefined,
  });
  const run = (includeChanged: boolean) =>
    undo.mutate({ params: { id: importId }, body: { includeChanged } });
  const kept = undo.data?.kept ?? [];
  return (
    <div className="flex flex-col items-start gap-2 text-sm">
      {!undo.data && !isOver && (
        <Button
          look="danger-outline"
          busy={undo.isPending}
          onClick={() => run(false)}
          {...(fileName && { 'aria-label': `Undo import of ${fileName}` })}
        >
          Undo import
        </Button>
      )}
      <output className="[overflow-wrap:anywhere]">{undo.data && outcomeOf(undo.data)}</output>
      {undo.isError && (
        <p role="alert" className="text-red">
          {messageOf(undo.error, 'The import could not be undone. Please try again.')}
        </p>
      )}
      {kept.length > 0 && (
        <>
          <p>Changed since the import, so kept:</p>
          <ul className="list-disc pl-5">
            {kept.map(({ id, title }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                {title}
              </li>
            ))}
          </ul>
          <Button look="danger-outline" busy={undo.isPending} onClick={() => run(true)}>
            Undo these as well
          </Button>
        </>
      )}
    </div>
  );
}

function outcomeOf({ removed, restored, images, servers, members }: ImportUndone): string {
  const parts = [
    `${whole(removed)} ${removed === 1 ? 'document is' : 'documents are'} in the bin`,
    ...(servers > 0 ? [`${whole(servers)} ${servers === 1 ? 'server as well' : 'servers as well'}`] : []),
    ...(members > 0
      ? [`${whole(members)} ${members === 1 ? 'team member is' : 'team members are'} removed`]
      : []),
    ...(restored > 0 ? [`${whole(restored)} ${restored === 1 ? 'is' : 'are'} as before`] : []),
    ...(images > 0
      ? [`${whole(images)} ${images === 1 ? 'image or file was' : 'images and files were'} removed`]
      : []),
  ];
  return `Undone: ${parts.join(', ')}.`;
}
