import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Share2 } from 'lucide-react';
import { sharing } from '../../../contract/calls/sharing.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Notice, Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';

/** Documents that others shared with the user. */
export function SharedWithMe({ onClose }: { onClose: () => void }) {
  const shares = useQuery({ ...query(sharing.withMe, {}), staleTime: 0 });
  return (
    <Dialog
      open
      width="form"
      onClose={onClose}
      title="Shared with me"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {shares.isPending && (
        <Placeholders count={3}>
          <Skeleton className="my-3 h-4 w-3/5" />
        </Placeholders>
      )}
      {shares.error && !shares.data && <ReadFailed read={shares} title="The list could not be loaded" />}
      {shares.data?.length === 0 && (
        <Notice
          icon={<Share2 size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
          title="Nothing yet"
          text="Documents that others share with you appear here"
        />
      )}
      <ul aria-label="Shared documents">
        {shares.data?.map((share) => (
          <li key={share.id} className="border-b border-border py-2 compact:py-0.5 text-sm">
            <Link
              to={paths.document}
              params={{ documentId: share.documentId }}
              onClick={onClose}
              className="font-medium text-accent-ink underline underline-offset-2"
            >
              {share.title}
            </Link>
            <p className="text-xs text-muted">
              by {share.sharedByName} · <RelativeTime value={share.createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
