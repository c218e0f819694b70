import { ForEditors } from '../../api/for-editors.tsx';
import { Link } from '@tanstack/react-router';
import { FolderDown, Pencil } from 'lucide-react';
import type { RefObject } from 'react';
import { addressOf } from '../../../contract/calls/call.ts';
import type { Document } from '../../../contract/calls/documents.ts';
import { knowledgeBaseExport } from '../../../contract/calls/exports.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { tooltip } from '../../ui/overlays/tooltip.tsx';
import { ICON_LINK, StoredDocumentActions } from '../editor/shell/stored-actions.tsx';
import { useHeadingLink } from './use-heading-link.ts';
import { headingInView } from './current-heading.ts';

type Props = { document: Document; page: RefObject<HTMLElement | null> };

/** Editing is elsewhere, so nothing here is unsaved. */
const nothingUnsaved = () => false;

/** Of the same height as the space that the server leaves for it (web/readable-page.tsx). */
export const BAR_CLASS =
  'z-5 flex h-[3.3125rem] items-center gap-2 border-b border-border bg-surface md:sticky md:top-14 md:px-6 ' +
  'max-md:relative max-md:h-[3.8125rem] max-md:gap-1 max-md:px-3 print:hidden';

/** What one can do with the document that one reads. */
export const ReadingBar = ({ document, page }: Props) => (
  <div className={BAR_CLASS}>
    <ForEditors>
      <EditLink id={document.id} page={page} />
    </ForEditors>
    <StoredDocumentActions document={document} isUnsaved={nothingUnsaved} />
    <a
      href={addressOf(knowledgeBaseExport.zip.path, {}, { ids: document.id })}
      download
      aria-label="Export"
      data-action=""
      className={ICON_LINK}
      {...tooltip('Export')}
    >
      <FolderDown size={16} aria-hidden />
    </a>
  </div>
);

/** Opens the editor at the heading that is in view. */
function EditLink({ id, page }: { id: string; page: Props['page'] }) {
  const target = { to: paths.knowledgeBase, search: { doc: id } } as const;
  const link = useHeadingLink(target, () => (page.current ? headingInView(page.current) : undefined));
  return (
    <Link
      {...link}
      data-action="e"
      className={`${buttonClass({ look: 'primary' })} mr-auto max-md:px-2.5!`}
      {...tooltip('Edit', { shortcut: 'e' })}
    >
      <Pencil size={14} aria-hidden />
      Edit
    </Link>
  );
}
