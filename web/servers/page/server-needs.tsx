import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { serverNeeds } from '../../../contract/calls/server-needs.ts';
import { ForEditors } from '../../api/for-editors.tsx';
import { query } from '../../api/query.ts';
import type { PickedServer } from '../../api/server-picker.tsx';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';
import { Section } from './section.tsx';

const NeedsDialog = openedLater(() => import('./needs-dialog.tsx'), 'NeedsDialog');

/** What this server needs, of each group any one, and the servers that fall with it. */
export function ServerNeeds({ server }: { server: PickedServer }) {
  const [isEditing, setEditing] = useState(false);
  const read = useQuery(query(serverNeeds.find, { params: { id: server.id } }));
  const groups = read.data?.groups ?? [];
  const behind = read.data?.behind ?? [];
  return (
    <>
      <Section
        title="Needs"
        end={
          read.data && (
            <ForEditors>
              <IconButton
                size="small"
                data-action=""
                needsServer
                label="Edit what it needs"
                icon={<Pencil size={14} />}
                onClick={() => setEditing(true)}
              />
            </ForEditors>
          )
        }
      >
        {read.isError && <p className="text-sm text-red">What it needs could not be loaded.</p>}
        {read.data && groups.length === 0 && (
          <p className="text-sm text-muted">
            Nothing is known. Enter the switch or host that it needs, and its outage is one message.
          </p>
        )}
        <ul className="flex flex-col gap-1 text-sm">
          {groups.map((group) => (
            <li key={group.map(({ id }) => id).join()}>
              {group.length > 1 && <span className="text-muted">Any one of </span>}
              <ServerNames servers={group} />
            </li>
          ))}
        </ul>
      </Section>
      {behind.length > 0 && (
        <Section title="Behind it">
          <p className="max-h-60 overflow-y-auto text-sm">
            <ServerNames servers={behind} />
          </p>
        </Section>
      )}
      {isEditing && <NeedsDialog server={server} groups={groups} onClose={() => setEditing(false)} />}
    </>
  );
}

const ServerNames = ({ servers }: { servers: PickedServer[] }) =>
  servers.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link
        to={paths.server}
        params={{ serverId: id }}
        className="tech inline-flex min-h-6 items-center [overflow-wrap:anywhere] text-accent-ink underline underline-offset-2"
      >
        {name}
      </Link>
    </span>
  ));
