import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { brokenLinks } from '../../contract/broken-links.ts';
import type { BrokenLink } from '../../contract/broken-links.ts';
import { documents } from '../../contract/documents.ts';
import { servers } from '../../contract/servers.ts';
import { useSave } from '../api/save.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';

/** The document, what is wrong with it, and the way to put it right where there is one. */
export const BrokenLinkRow = ({ link }: { link: BrokenLink }) => (
  <li
    className={
      'flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-border px-4 py-2 ' +
      'compact:min-h-7 compact:py-0.5 hover:bg-hover md:px-6'
    }
  >
    <Link
      to={paths.knowledgeBase}
      search={{ doc: link.documentId }}
      className="min-w-0 flex-[1_1_16rem] font-medium [overflow-wrap:anywhere] hover:text-accent-ink"
    >
      {link.documentTitle}
    </Link>
    <span className="min-w-0 flex-[2_1_20rem] text-muted [overflow-wrap:anywhere]">
      {reasonOf(link)}
      {link.deletedAt && (
        <>
          {', '}deleted <RelativeTime value={link.deletedAt} />
        </>
      )}
    </span>
    <span className="flex justify-end md:w-20">{link.canBeRestored && <Restore link={link} />}</span>
  </li>
);

function reasonOf({ how, kind, target, name, reason }: BrokenLink): ReactNode {
  const word = <Word>{target}</Word>;
  const was = <Word>{name ?? target}</Word>;
  if (how === 'linked') return <>Is linked to the server {was}</>;
  if (how === 'link' && reason === 'unknown') return `Links to a ${kind} that is not there`;
  if (how === 'link') return kind === 'document' ? `Links to “${name}”` : <>Links to the server {was}</>;
  if (reason === 'unknown') return <>Names {word}, which no server of the inventory has</>;
  if (name && name.toLowerCase() !== target)
    return (
      <>
        Names {word} of the retired server {was}
      </>
    );
  return <>Names the retired server {was}</>;
}

const Word = ({ children }: { children: string }) => <span className="tech text-text">{children}</span>;

function Restore({ link }: { link: BrokenLink }) {
  const what = link.name ?? link.target;
  const isServer = link.kind === 'server';
  const undelete = useSave(isServer ? servers.undelete : documents.undelete, {
    invalidates: [brokenLinks.list, servers.list, documents.list],
    saved: () => ({ title: 'Restored', text: `${what} is back.` }),
    failed: () => ({ title: 'Error', text: `Failed to restore ${what}. Please try again.` }),
  });
  return (
    <Button
      size="small"
      aria-label={`Restore ${what}`}
      busy={undelete.isPending}
      onClick={() => undelete.mutate({ params: { id: link.targetId ?? '' } })}
    >
      Restore
    </Button>
  );
}
