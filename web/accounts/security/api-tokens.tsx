import { useQuery } from '@tanstack/react-query';
import { Plus, Terminal } from 'lucide-react';
import { useState } from 'react';
import { tokens, type ApiToken, tokens as endpoints } from '../../../contract/calls/tokens.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { SettingsSection, SettingsRow } from '../settings/settings-section.tsx';
import { exactTime } from '../../../contract/shared/dates.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';

const NewTokenDialog = openedLater(() => import('./new-token-dialog.tsx'), 'NewTokenDialog');
const ConfirmDialog = openedLater(() => import('../../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

const useTokens = () => useQuery(query(tokens.list, {}));

/** Tokens with which scripts call the API on behalf of the account. */
export function ApiTokens() {
  const [isMaking, setMaking] = useState(false);
  const list = useTokens();
  return (
    <SettingsSection title="API tokens" text="For scripts. Shown once, stored hashed.">
      <TokenList list={list} />
      <Button
        className="mt-4"
        icon={<Plus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setMaking(true)}
      >
        New Token
      </Button>
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} />}
    </SettingsSection>
  );
}

function TokenList({ list }: { list: ReturnType<typeof useTokens> }) {
  if (list.isPending) {
    return (
      <Placeholders count={1}>
        <div className="border-b border-border py-2.5">
          <Skeleton className="h-9 w-full" />
        </div>
      </Placeholders>
    );
  }
  if (!list.data) {
    return (
      <ReadFailed read={list} title="Tokens could not be loaded" text="Failed to fetch your API tokens" />
    );
  }
  if (list.data.length === 0) {
    return <p className="border-b border-border py-4 text-sm text-muted">You have no API tokens.</p>;
  }
  return <ApiTokenRows tokens={list.data} />;
}

function ApiTokenRows({ tokens }: { tokens: ApiToken[] }) {
  const [toDelete, setToDelete] = useState<ApiToken>();
  const remove = useSave(endpoints.remove, {
    invalidates: [endpoints.list],
    saved: () => ({ title: 'Token Deleted', text: 'Programs that use it can no longer call the API.' }),
    failed: reasonOr('Failed to delete the token. Please try again.'),
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
            onClick={() => setToDelete(token)}
          >
            Delete
          </Button>
        </SettingsRow>
      ))}
      {toDelete && (
        <ConfirmDialog
          open
          onClose={() => setToDelete(undefined)}
          onConfirm={() => remove.mutate({ params: { id: toDelete.id } })}
          title="Delete this token?"
          text={`Programs that use "${toDelete.name}" can no longer call the API. This cannot be undone.`}
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
  const timeStyle = useTimeStyle();
  if (!at) return 'never expires';
  return `${isOver(at) ? 'expired' : 'expires'} ${exactTime(at, timeStyle)}`;
}
