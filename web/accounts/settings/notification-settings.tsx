import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NOTIFICATION_KINDS, noticeChoices } from '../../../contract/calls/notification-choices.ts';
import type { NotificationKind, NotificationChannels } from '../../../contract/calls/notification-choices.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { reasonOr, useSave } from '../../api/save.ts';
import { useCurrentUser } from '../../api/session.ts';
import { RowPlaceholders } from '../../ui/feedback/list-states.tsx';

const LABELS: Record<NotificationKind, string> = {
  approval: 'Accounts waiting for approval',
  disk: 'A disk of Ops Hub is nearly full',
  backup: 'A backup failed or is overdue',
  channel: 'A channel of alerts fails',
  'document.changed': 'A document that I watch was changed',
  'server.status': 'A server that I watch or manage changed its status',
  share: 'Someone shared a document with me',
  mention: 'Someone mentioned me in a document',
  access: 'An administrator took access to a document of mine',
};
const FOR_ADMINISTRATORS = new Set<NotificationKind>(['approval', 'disk', 'backup']);
const WAYS = { inProduct: 'In Ops Hub', byMail: 'By mail' } as const satisfies Record<
  keyof NotificationChannels,
  string
>;
const own = query(noticeChoices.show, {});

/** Channels of each notification kind; each checkbox is saved immediately. `isMailOn`: the switch for all mail above. */
export function NotificationSettings({ isMailOn }: { isMailOn: boolean }) {
  const client = useQueryClient();
  const { data: user } = useCurrentUser();
  const choices = useQuery(own);
  const save = useSave(noticeChoices.update, {
    invalidates: [],
    saved: (result) => {
      client.setQueryData(own.queryKey, result);
      return { title: 'Preferences Updated' };
    },
    failed: reasonOr('Failed to save your settings. Please try again.'),
  });
  const kinds = NOTIFICATION_KINDS.filter((kind) => !FOR_ADMINISTRATORS.has(kind) || user?.role === 'admin');
  if (choices.isPending) return <RowPlaceholders count={kinds.length} />;
  if (!choices.data) {
    return (
      <ReadFailed
        read={choices}
        title="Notification settings could not be loaded"
        text="Failed to fetch notification settings"
      />
    );
  }
  const { data } = choices;
  return (
    <table className="mt-4 w-full text-sm">
      <caption className="pb-2 text-left text-xs text-muted">
        What you are told of, and where{!isMailOn && '. Email notifications are off, so nothing is mailed'}
      </caption>
      <thead>
        <tr className="border-b border-border text-xs text-muted">
          <th scope="col" className="py-1.5 text-left font-normal">
            Notice
          </th>
          {Object.values(WAYS).map((label) => (
            <th key={label} scope="col" className="w-20 py-1.5 text-center font-normal">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind} className="border-b border-border">
            <th scope="row" className="py-2 pr-3 text-left font-normal compact:py-1">
              {LABELS[kind]}
            </th>
            {(Object.keys(WAYS) as (keyof NotificationChannels)[]).map((way) => (
              <td key={way} className="text-center">
                <label className="inline-grid size-8 place-items-center">
                  <span className="sr-only">{`${LABELS[kind]}: ${WAYS[way]}`}</span>
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    checked={data[kind][way]}
                    disabled={way === 'byMail' && !isMailOn}
                    onChange={(event) => save.mutate({ body: { [kind]: { [way]: event.target.checked } } })}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
