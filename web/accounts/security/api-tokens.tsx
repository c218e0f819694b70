import { useQuery } from '@tanstack/react-query';
import { Plus, Terminal, Copy } from 'lucide-react';
import { useState, useId } from 'react';
import { messageOf } from '../../../contract/error.ts';
import { tokens, type ApiToken, tokens as endpoints, NewApiToken } from '../../../contract/tokens.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Failed, Placeholders } from '../../ui/feedback/list-states.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SettingsSection, SettingsRow } from '../settings/settings-section.tsx';
import { exactTime } from '../../../contract/dates.ts';
import { useSave, fieldErrors } from '../../api/save.ts';
import { useTimeZone } from '../../lib/preferences.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { TextField } from '../../ui/controls/text-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import type * as z from 'zod/mini';
import { fieldOf, Form, showFieldErrors, useSchemaForm } from '../../ui/controls/form.tsx';
import { Select } from '../../ui/controls/select.tsx';

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

function ApiTokenRows({ tokens }: { tokens: ApiToken[] }) {
  const [toDelete, setToDelete] = useState<ApiToken>();
  const remove = useSave(endpoints.remove, {
    invalidates: [endpoints.list],
    saved: () => ({ title: 'Token Deleted', text: 'Programs that use it can no longer call the API.' }),
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
  const timeZone = useTimeZone();
  if (!at) return 'never expires';
  return `${isOver(at) ? 'expired' : 'expires'} ${exactTime(at, timeZone)}`;
}

/** A secret that is on screen for the only time. */
function TokenSecret({ name, secret }: { name: string; secret: string }) {
  const copy = () =>
    copyText(secret).then(
      () => toast({ kind: 'success', title: 'Token copied to clipboard' }),
      () =>
        toast({
          kind: 'error',
          title: 'Not copied',
          text: 'The browser does not allow it. Select the token and copy it.',
        }),
    );
  return (
    <div className="flex items-end gap-2 pt-4">
      <TextField
        className="flex-1 font-mono"
        label={name}
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}

/** Asks what the token is for, then shows it for the only time. */
function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const create = useSave(tokens.create, {
    invalidates: [tokens.list],
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to create the token. Please try again.'),
    }),
  });
  // Stay open during the call: the secret is shown only once.
  const closeUnlessBusy = () => create.isPending || onClose();

  const created = create.data;
  return (
    <Dialog
      open
      onClose={closeUnlessBusy}
      title={created ? 'Token Created' : 'New Token'}
      text={created ? 'Copy it now. It is shown only once.' : 'It calls the API on your behalf.'}
      footer={
        created ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={closeUnlessBusy}>Cancel</Button>
            <Button type="submit" form={formId} look="primary" busy={create.isPending}>
              Create Token
            </Button>
          </>
        )
      }
    >
      {created ? (
        <TokenSecret name={created.name} secret={created.token} />
      ) : (
        <NewTokenForm id={formId} onSubmit={(body, onError) => create.mutate({ body }, { onError })} />
      )}
    </Dialog>
  );
}

const DAY_MS = 86_400_000;
const NEVER = 'never';

const SCOPES = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
];

/** In days. */
const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: NEVER, label: 'Never' },
];

const expiryAfter = (lifetime: string): string | null =>
  lifetime === NEVER ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();

type Props = {
  id: string;
  onSubmit: (token: z.output<typeof NewApiToken>, onError: (error: Error) => void) => void;
};

function NewTokenForm({ id, onSubmit }: Props) {
  const form = useSchemaForm(NewApiToken, { name: '', scope: 'read' });
  const [lifetime, setLifetime] = useState('30');
  const submit = form.handleSubmit((values) =>
    onSubmit({ ...values, expiresAt: expiryAfter(lifetime) }, (error) =>
      showFieldErrors(form, fieldErrors(error)),
    ),
  );
  return (
    <Form id={id} className="flex flex-col gap-4 pt-4" onSubmit={(event) => void submit(event)}>
      <TextField label="Name" autoComplete="off" {...fieldOf(form, 'name')} />
      <Select label="Scope" options={SCOPES} {...fieldOf(form, 'scope')} />
      <Select
        label="Expires"
        options={LIFETIMES}
        value={lifetime}
        onChange={(event) => setLifetime(event.target.value)}
      />
    </Form>
  );
}
