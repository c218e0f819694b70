import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { serverLimits } from '../../../contract/calls/server-limits.ts';
import type { ServerLimits } from '../../../contract/shared/server-limits.ts';
import { ForEditors } from '../../api/for-editors.tsx';
import { query } from '../../api/query.ts';
import type { PickedServer } from '../../api/server-picker.tsx';
import { minutesOf } from '../../lib/minutes.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';
import { EXPIRES_LABELS, FIGURE_LABELS } from './limit-fields.ts';
import { Section } from './section.tsx';

const LimitsDialog = openedLater(() => import('./limits-dialog.tsx'), 'LimitsDialog');

/** From which figures its checks warn, where that differs from the product, and what of the server ends when. */
export function LimitsOfServer({ server }: { server: PickedServer }) {
  const [isEditing, setEditing] = useState(false);
  const read = useQuery(query(serverLimits.find, { params: { id: server.id } }));
  const entries = read.data ? entriesOf(read.data) : [];
  return (
    <Section
      title="Limits and days"
      end={
        read.data && (
          <ForEditors>
            <IconButton
              size="small"
              data-action=""
              label="Edit limits and days"
              icon={<Pencil size={14} />}
              onClick={() => setEditing(true)}
            />
          </ForEditors>
        )
      }
    >
      {read.isError && <p className="text-sm text-red">The limits could not be loaded.</p>}
      {read.data && entries.length === 0 && (
        <p className="text-sm text-muted">
          It warns from the usual figures. Enter the day on which a licence or contract ends, and an alert
          tells it in time.
        </p>
      )}
      {entries.length > 0 && (
        <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2 text-sm">
          {entries.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="[overflow-wrap:anywhere] text-muted">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isEditing && read.data && (
        <LimitsDialog server={server} limits={read.data} onClose={() => setEditing(false)} />
      )}
    </Section>
  );
}

function entriesOf({ thresholds: { disks = [], ...figures }, expires, leadDays }: ServerLimits) {
  const words = ({ percent, seconds }: { percent: number; seconds: number }) =>
    `warns above ${percent} %${seconds > 0 ? `, after ${minutesOf(seconds)} min` : ''}`;
  return [
    ...FIGURE_LABELS.flatMap(([key, label]) => (figures[key] ? [[label, words(figures[key])]] : [])),
    ...disks.map((disk) => [`Disk ${disk.place}`, words(disk)]),
    ...EXPIRES_LABELS.flatMap(([key, label]) =>
      expires[key] ? [[label, `until ${expires[key]}, told ${leadDays} days before`]] : [],
    ),
  ];
}
