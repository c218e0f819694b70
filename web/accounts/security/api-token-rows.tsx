import { Terminal } from 'lucide-react';
import { useState } from 'react';
import { exactTime } from '../../../contract/dates.ts';
import { messageOf } from '../../../contract/error.ts';
import { type ApiToken, tokens as endpoints } from '../../../contract/tokens.ts';
import { useSave } from '../../api/save.ts';
import { useTimeZone } from '../../lib/preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { SettingsRow } from '../settings/settings-section.tsx';

export function ApiTokenRows({ tokens }: { tokens: ApiToken[] }) {
  const [asked, setAsked] = useState<ApiToken>();
  const remove = useSave(endpoints.remove, {
    invalidates: [endpoints.list],
    saved: () => ({ title: 'Token Deleted', text: 'Programs that use it are refused from now on.' }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to delete the token. Please try again.'),
    }),
  });
  const busyId = remove.isPending ? remove.variables.params.id : undefined;
  return (
    <>
      {tokens.map((token) => (
        <SettingsRow
          key={token.id}
          icon={<Terminal size={16} aria-hidden />}
          title={<span className="font-mono">{token.name}</span>}
          text={<Facts token={token} />}
        >
          <Button
            look="danger-outline"
            aria-label={`Delete ${token.name}`}
            busy={busyId === token.id}
            onClick={() => setAsked(token)}
          >
            Delete
          </Button>
        </SettingsRow>
      ))}
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          onConfirm={() => remove.mutate({ params: { id: asked.id } })}
          title="Delete this token?"
          text={`Programs that use "${asked.name}" can no longer call the API. This cannot be undone.`}
          confirmLabel="Delete"
        />
      )}
    </>
  );
}

const Facts = ({ token: { scope, createdAt, expiresAt, lastUsedAt } }: { token: ApiToken }) => (
  <>
    {scope} · created <RelativeTime value={createdAt} /> · <Expiry at={expiresAt} /> ·{' '}
    {lastUsedAt ? (
      <>
        last used <RelativeTime value={lastUsedAt} />
      </>
    ) : (
      'never used'
    )}
  </>
);

const isOver = (at: string) => new Date(at) <= new Date();

function Expiry({ at }: { at: string | null }) {
  const timeZone = useTimeZone();
  if (!at) return 'never expires';
  return `${isOver(at) ? 'expired' : 'expires'} ${exactTime(at, timeZone)}`;
}
