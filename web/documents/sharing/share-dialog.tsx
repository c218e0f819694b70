import { useQuery } from '@tanstack/react-query';
import { Link2, User, Copy } from 'lucide-react';
import { exactTime, type TimeStyle } from '../../../contract/shared/dates.ts';
import type { Document } from '../../../contract/calls/documents.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import {
  type Share,
  sharing,
  MAX_VIEWS,
  documentShares,
  knowledgeBaseShares,
  type ShareCalls,
} from '../../../contract/calls/sharing.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { fieldErrors, reasonOr, useSave } from '../../api/save.ts';
import { useCurrentUser } from '../../api/session.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useState } from 'react';
import { deviceName } from '../../lib/device-name.ts';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { Form } from '../../ui/controls/form.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { DOCUMENTS, useBase } from '../base.ts';

/** The calls of the page's own address. */
const useShareCalls = (): ShareCalls => (useBase() === DOCUMENTS ? documentShares : knowledgeBaseShares);

/** Times and addresses of the openings of a link, loaded when the section is opened. */
function AccessLog({ shareId }: { shareId: string }) {
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

type Props = { document: Document; onClose: () => void };

export const ShareDialog = ({ document, onClose }: Props) => (
  <Dialog
    open
    width="form"
    onClose={onClose}
    title="Share this document"
    text="Everyone who is signed in can read it. A link lets people without an account read it."
    footer={<Button onClick={onClose}>Close</Button>}
  >
    <NewShareForm documentId={document.id} />
    <Shares documentId={document.id} />
  </Dialog>
);

/** Who has access. A link itself is shown only when it is created. */
function Shares({ documentId }: { documentId: string }) {
  const timeStyle = useTimeStyle();
  const calls = useShareCalls();
  const shares = useQuery(query(calls.list, { params: { id: documentId } }));
  const { data: user } = useCurrentUser();
  const mayChange = (share: Share) => share.sharedByUserId === user?.id || user?.role === 'admin';
  const revoke = useSave(sharing.revoke, {
    invalidates: [calls.list],
    saved: () => ({ title: 'Access closed' }),
    failed: reasonOr('Failed to close access. Please try again.'),
  });
  if (shares.error && !shares.data) {
    return <ReadFailed read={shares} title="Shares could not be loaded" />;
  }
  if (!shares.data || shares.data.length === 0) return null;
  return (
    <section className="mt-5">
      <h3 className="mb-1 text-sm">Open to</h3>
      <ul aria-label="Shares" className="border-t border-border">
        {shares.data.map((share) => (
          <li key={share.id} className="border-b border-border py-2 compact:py-0.5 text-sm">
            <div className="flex items-center gap-2.5">
              {share.sharedWithName ? <User size={16} aria-hidden /> : <Link2 size={16} aria-hidden />}
              <span className="min-w-0 flex-1">
                <span className="block font-medium [overflow-wrap:anywhere]">
                  {share.sharedWithName ?? 'Anyone with the link'}
                </span>
                <span className="block text-xs text-muted">{detailsOf(share, timeStyle)}</span>
              </span>
              <Button
                size="small"
                look="danger-outline"
                aria-label={`Revoke access of ${share.sharedWithName ?? 'anyone with the link'}`}
                disabled={revoke.isPending || !mayChange(share)}
                onClick={() => revoke.mutate({ params: { id: share.id } })}
              >
                Revoke
              </Button>
            </div>
            {share.views > 0 && mayChange(share) && <AccessLog shareId={share.id} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function detailsOf(
  { sharedWithUserId, sharedByName, views, maxViews, expiresAt }: Share,
  timeStyle: TimeStyle,
): string {
  const opened = maxViews === null ? `opened ${views} times` : `opened ${views} of ${maxViews} times`;
  return [
    `by ${sharedByName}`,
    sharedWithUserId === null && opened,
    expiresAt && `until ${exactTime(expiresAt, timeStyle)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const DAY_MS = 86_400_000;
const LINK = '';

/** In days; '' means without an end. */
const LIFETIMES = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '', label: 'Never' },
];

/** Shares a document with a person, or creates a link, which is shown until the dialog closes. */
function NewShareForm({ documentId }: { documentId: string }) {
  const calls = useShareCalls();
  const [person, setPerson] = useState(LINK);
  const [days, setDays] = useState('7');
  const [views, setViews] = useState('');
  const people = useQuery(query(sharing.people, { query: {} }));
  const share = useSave(calls.create, {
    invalidates: [calls.list],
    saved: ({ sharedWithName }) =>
      sharedWithName
        ? { title: 'Shared', text: `${sharedWithName} gets a notification.` }
        : { title: 'Link created', text: 'It is shown only once.' },
    failed: reasonOr('Failed to share. Please try again.'),
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
            { value: LINK, label: 'Anyone with the link' },
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
        hint="Shown only once"
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
