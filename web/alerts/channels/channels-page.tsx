import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Channel, channels } from '../../../contract/calls/channels.ts';
import { AdminListFailed } from '../../api/admin-list.tsx';
import { query } from '../../api/query.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Notice, RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { AdminRow } from '../admin-row.tsx';
import { CHANNEL_KINDS, targetOf } from './channel-kinds.ts';

const ConfirmDialog = openedLater(() => import('../../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');
const ChannelDialog = openedLater(() => import('./channel-dialog.tsx'), 'ChannelDialog');
const TestDialog = openedLater(() => import('./test-dialog.tsx'), 'TestDialog');

const PLACEHOLDERS = 3;

type Open = { dialog: 'new' } | { dialog: 'edit' | 'test' | 'delete'; channel: Channel };

/** Where messages about alerts go. */
export function ChannelsPage() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader title="Channels" subtitle="Where messages about alerts go" />
      <div className="flex p-4 md:px-6">
        <Button
          look="primary"
          data-action="n"
          className="max-md:flex-1"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => setOpen({ dialog: 'new' })}
        >
          New Channel
        </Button>
      </div>
      <ChannelList onOpen={setOpen} />
      {open?.dialog === 'new' && <ChannelDialog onClose={close} />}
      {open?.dialog === 'edit' && <ChannelDialog channel={open.channel} onClose={close} />}
      {open?.dialog === 'test' && <TestDialog channel={open.channel} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteDialog channel={open.channel} onClose={close} />}
    </>
  );
}

type OnOpen = (open: Open) => void;

function ChannelList({ onOpen }: { onOpen: OnOpen }) {
  const list = useQuery(query(channels.list, {}));
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) return <AdminListFailed read={list} what="Channels" />;
  if (list.data.length === 0)
    return (
      <Notice
        icon={<Send size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="No channels yet"
        text="Add the chat, phone or mail that people read when something is wrong"
      />
    );
  return (
    <ul aria-label="Channels" className="border-t border-border">
      {list.data.map((channel) => (
        <ChannelRow key={channel.id} channel={channel} onOpen={onOpen} />
      ))}
    </ul>
  );
}

/** Channels without fields have no receiver of their own. */
const hasReceiver = ({ kind }: Channel) => CHANNEL_KINDS[kind].fields.length > 0;

function ChannelRow({ channel, onOpen }: { channel: Channel; onOpen: OnOpen }) {
  const { name, kind, settings, active, isBuiltIn } = channel;
  return (
    <AdminRow
      title={
        <>
          {name}
          <Badge look="soft">{CHANNEL_KINDS[kind].label}</Badge>
          {!active && <Badge look="dashed">Switched off</Badge>}
        </>
      }
      facts={
        <>
          {targetOf(settings) && <span className="tech block">{targetOf(settings)}</span>}
          <Outcomes channel={channel} />
        </>
      }
    >
      {hasReceiver(channel) && (
        <Button
          size="small"
          aria-label={`Test ${name}`}
          icon={<FlaskConical size={14} aria-hidden />}
          onClick={() => onOpen({ dialog: 'test', channel })}
        >
          Test
        </Button>
      )}
      <IconButton
        size="small"
        label={`Edit ${name}`}
        icon={<Pencil size={16} />}
        onClick={() => onOpen({ dialog: 'edit', channel })}
      />
      {!isBuiltIn && (
        <IconButton
          size="small"
          label={`Delete ${name}`}
          icon={<Trash2 size={16} />}
          onClick={() => onOpen({ dialog: 'delete', channel })}
        />
      )}
    </AdminRow>
  );
}

/** When it last worked, and why it last did not. */
function Outcomes({ channel: { lastSuccessAt, lastErrorAt, lastError } }: { channel: Channel }) {
  const isFailing = lastErrorAt !== null && (lastSuccessAt === null || lastSuccessAt < lastErrorAt);
  return (
    <>
      {lastSuccessAt ? (
        <>
          Last sent <RelativeTime value={lastSuccessAt} />
        </>
      ) : (
        'Nothing sent yet'
      )}
      {lastErrorAt && (
        <span className={isFailing ? 'block font-medium text-red' : 'block'}>
          Failed <RelativeTime value={lastErrorAt} />: {lastError}
        </span>
      )}
    </>
  );
}

function DeleteDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const remove = useSave(channels.remove, {
    invalidates: [channels.list],
    saved: () => ({ title: 'Channel Deleted', text: channel.name }),
    failed: reasonOr('Failed to delete the channel'),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: channel.id } })}
      title={`Delete ${channel.name}?`}
      text="Nothing is sent there any more. Messages that wait are dropped."
      confirmLabel="Delete"
    />
  );
}
