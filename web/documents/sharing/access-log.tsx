import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../contract/error.ts';
import { sharing } from '../../../contract/sharing.ts';
import { query } from '../../api/query.ts';
import { deviceName } from '../../lib/device-name.ts';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';

/** When and from where a link was opened; asked for when somebody unfolds it. */
export function AccessLog({ shareId }: { shareId: string }) {
  const [isOpen, setOpen] = useState(false);
  const views = useQuery({ ...query(sharing.views, { params: { id: shareId } }), enabled: isOpen });
  return (
    <details className="pl-6.5 text-xs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-max cursor-pointer py-1 text-accent-ink">Access log</summary>
      {views.isPending && <p className="text-muted">Loading...</p>}
      {views.isError && (
        <p role="alert" className="text-red">
          {messageOf(views.error, 'The server did not answer.')}
        </p>
      )}
      <ul aria-label="Access log" className="text-muted">
        {views.data?.map(({ openedAt, address, device }) => (
          <li key={openedAt + address} className="flex flex-wrap gap-x-3 py-0.5">
            <RelativeTime value={openedAt} />
            <span className="tech">{address}</span>
            <span>{deviceName(device).name}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
