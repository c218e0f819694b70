import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { ApiError, messageOf } from '../../../contract/shared/error.ts';
import { sharing } from '../../../contract/calls/sharing.ts';
import { usePath } from '../../api/address.ts';
import { query } from '../../api/query.ts';
import { Failed, Notice, Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { Mark } from '../../ui/feedback/mark.tsx';
import { useScreen } from '../../ui/layout/page-header.tsx';
import { Paper } from '../print/paper.tsx';

/** Links of visitors load pages. A link within the text only changes the address, because the view scrolls by itself. */
const LINKS = { follow: (address: string) => location.assign(address) };

/** A shared document for people without an account, read-only. Opening it counts as one view. */
export function SharedPage() {
  const [, , token = ''] = usePath().split('/');
  const { data, error, isPending, refetch } = useQuery(query(sharing.open, { params: { token } }));
  const isClosed = error instanceof ApiError && error.status === 404;
  return (
    <div className="mx-auto min-h-dvh max-w-200 px-4 py-6 md:px-8">
      <header className="mb-6 flex items-center gap-2 text-sm font-semibold">
        <Mark size={20} />
        Ops Hub
      </header>
      <main>
        {data ? (
          <Paper
            document={data}
            address={location.origin + location.pathname}
            contents="folded"
            links={LINKS}
            anchor={location.hash}
          />
        ) : isPending ? (
          <Placeholders count={4}>
            <Skeleton className="my-4 h-4 w-3/5" />
          </Placeholders>
        ) : isClosed ? (
          <Closed text={messageOf(error, '')} />
        ) : (
          <Failed
            title="The document could not be loaded"
            text={messageOf(error, 'The server did not answer.')}
            onRetry={() => void refetch()}
          />
        )}
      </main>
    </div>
  );
}

function Closed({ text }: { text: string }) {
  useScreen('Link closed');
  return (
    <Notice
      icon={<Link2Off size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
      title="Link closed"
      text={text}
    />
  );
}
