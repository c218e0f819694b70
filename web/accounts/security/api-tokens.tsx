import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../contract/error.ts';
import { tokens } from '../../../contract/tokens.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Failed, Placeholders } from '../../ui/feedback/list-states.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { ApiTokenRows } from './api-token-rows.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';

const useTokens = () => useQuery(query(tokens.list, {}));

/** Keys with which scripts call the API in the name of the account. */
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
      <Failed
        title="Tokens could not be loaded"
        text={messageOf(list.error, 'Failed to fetch your API tokens')}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.data.length === 0) {
    return <p className="border-b border-border py-4 text-sm text-muted">You have no API tokens.</p>;
  }
  return <ApiTokenRows tokens={list.data} />;
}
