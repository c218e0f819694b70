import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../contract/error.ts';
import { MAX_VIEWS, sharing } from '../../../contract/sharing.ts';
import { query } from '../../api/query.ts';
import { fieldErrors, useSave } from '../../api/save.ts';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Form } from '../../ui/controls/form.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { useShareCalls } from './share-calls.ts';

const DAY_MS = 86_400_000;
const LINK = '';

/** In days; '' is for good. */
const LIFETIMES = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '', label: 'Never' },
];

/** Opens a document to a person or makes a link, which is shown until the dialog closes. */
export function NewShareForm({ documentId }: { documentId: string }) {
  const calls = useShareCalls();
  const [person, setPerson] = useState(LINK);
  const [days, setDays] = useState('7');
  const [views, setViews] = useState('');
  const people = useQuery(query(sharing.people, { query: {} }));
  const share = useSave(calls.create, {
    invalidates: [calls.list],
    saved: ({ sharedWithName }) =>
      sharedWithName
        ? { title: 'Shared', text: `${sharedWithName} was told.` }
        : { title: 'Link created', text: 'It is shown only this once.' },
    failed: (error) => ({ title: 'Error', text: messageOf(error, 'Failed to share. Please try again.') }),
  });
  const isLink = person === LINK;
  const errors = fieldErrors(share.error);
  const link = share.data && share.data.sharedWithUserId === null ? share.data.url : undefined;
  const submit = () =>
    share.mutate({
      params: { id: documentId },
      body: {
        expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        ...(isLink ? { maxViews: views.trim() === '' ? null : Number(views) } : { sharedWithUserId: person }),
      },
    });
  return (
    <Form
      className="mt-4 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-3 md:grid-cols-3">
        <Select
          label="Share with"
          value={person}
          error={errors?.['sharedWithUserId']}
          onChange={(event) => setPerson(event.target.value)}
          options={[
            { value: LINK, label: 'Everybody with the link' },
            ...(people.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Select
          label="Expires after"
          value={days}
          error={errors?.['expiresAt']}
          onChange={(event) => setDays(event.target.value)}
          options={LIFETIMES}
        />
        {isLink && (
          <TextField
            label="Most views (optional)"
            type="number"
            min={1}
            max={MAX_VIEWS}
            value={views}
            error={errors?.['maxViews']}
            onChange={(event) => setViews(event.target.value)}
          />
        )}
      </div>
      <div>
        <Button type="submit" look="primary" busy={share.isPending}>
          {isLink ? 'Create Link' : 'Share'}
        </Button>
      </div>
      {link && <NewLink link={link} />}
    </Form>
  );
}

function NewLink({ link }: { link: string }) {
  return (
    <div className="flex items-end gap-2">
      <TextField
        className="flex-1 font-mono"
        label="Link"
        hint="Shown only this once"
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <Button
        className="mb-5.5"
        icon={<Copy size={16} aria-hidden />}
        onClick={() =>
          void copyText(link).then(
            () => toast({ kind: 'success', title: 'Link copied to clipboard' }),
            () => toast({ kind: 'error', title: 'Not copied', text: 'Select the link and copy it.' }),
          )
        }
      >
        Copy
      </Button>
    </div>
  );
}
