import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Plus, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type AlertRule, alertRules } from '../../../contract/calls/alert-rules.ts';
import { type Channel, channels } from '../../../contract/calls/channels.ts';
import { AdminListFailed } from '../../api/admin-list.tsx';
import { query } from '../../api/query.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Notice, RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { AdminRow } from '../admin-row.tsx';
import { KIND_LABELS } from '../alert-values.tsx';

const ConfirmDialog = openedLater(() => import('../../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');
const RuleDialog = openedLater(() => import('./rule-dialog.tsx'), 'RuleDialog');

const PLACEHOLDERS = 3;

type Open = { dialog: 'new' } | { dialog: 'edit' | 'delete'; rule: AlertRule };

/** Which alerts are sent to whom. Rules are asked from the first to the last. */
export function RulesPage() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title="Alert Rules"
        subtitle="Which alerts are sent to whom, from the first rule to the last"
      />
      <div className="flex p-4 md:px-6">
        <Button
          look="primary"
          data-action="n"
          className="max-md:flex-1"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => setOpen({ dialog: 'new' })}
        >
          New Rule
        </Button>
      </div>
      <RuleList onOpen={setOpen} />
      {open?.dialog === 'new' && <RuleDialog onClose={close} />}
      {open?.dialog === 'edit' && <RuleDialog rule={open.rule} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteDialog rule={open.rule} onClose={close} />}
    </>
  );
}

type OnOpen = (open: Open) => void;

function RuleList({ onOpen }: { onOpen: OnOpen }) {
  const list = useQuery(query(alertRules.list, {}));
  const receivers = useQuery(query(channels.list, {}));
  if (list.isPending || receivers.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) return <AdminListFailed read={list} what="Rules" />;
  if (!receivers.data) return <AdminListFailed read={receivers} what="Channels" />;
  if (list.data.length === 0)
    return (
      <Notice
        icon={<SlidersHorizontal size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
        title="No rules yet"
        text="Without a rule, alerts are on the page Alerts, and nothing is sent"
      />
    );
  return (
    <ol aria-label="Rules, in their order" className="border-t border-border">
      {list.data.map((rule) => (
        <RuleRow
          key={rule.id}
          rule={rule}
          isLast={rule === list.data.at(-1)}
          receivers={receivers.data}
          onOpen={onOpen}
        />
      ))}
    </ol>
  );
}

type RowProps = { rule: AlertRule; isLast: boolean; receivers: Channel[]; onOpen: OnOpen };

function RuleRow({ rule, isLast, receivers, onOpen }: RowProps) {
  const { id, name, active, isBuiltIn, position, stop } = rule;
  const update = useSave(alertRules.update, {
    invalidates: [alertRules.list],
    failed: reasonOr('The rule could not be changed. Please try again.'),
  });
  const change = (body: { position?: number; active?: boolean }) => update.mutate({ params: { id }, body });
  return (
    <AdminRow
      title={
        <>
          {name}
          {!active && <Badge look="dashed">Switched off</Badge>}
          {stop && <Badge look="soft">Stops here</Badge>}
        </>
      }
      facts={<RuleFacts rule={rule} receivers={receivers} />}
    >
      <IconButton
        size="small"
        label={`Move ${name} up`}
        icon={<ArrowUp size={16} />}
        disabled={position === 0 || update.isPending}
        onClick={() => change({ position: position - 1 })}
      />
      <IconButton
        size="small"
        label={`Move ${name} down`}
        icon={<ArrowDown size={16} />}
        disabled={isLast || update.isPending}
        onClick={() => change({ position: position + 1 })}
      />
      <Button
        size="small"
        aria-label={`${active ? 'Switch off' : 'Switch on'} ${name}`}
        busy={update.isPending}
        onClick={() => change({ active: !active })}
      >
        {active ? 'Switch off' : 'Switch on'}
      </Button>
      <IconButton
        size="small"
        label={`Edit ${name}`}
        icon={<Pencil size={16} />}
        onClick={() => onOpen({ dialog: 'edit', rule })}
      />
      {!isBuiltIn && (
        <IconButton
          size="small"
          label={`Delete ${name}`}
          icon={<Trash2 size={16} />}
          onClick={() => onOpen({ dialog: 'delete', rule })}
        />
      )}
    </AdminRow>
  );
}

/** Which events of which servers it sends, and to whom. */
function RuleFacts({
  rule: { filter, events, channels: ids },
  receivers,
}: Pick<RowProps, 'rule' | 'receivers'>) {
  const names = receivers.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return (
    <>
      {events.map((kind) => KIND_LABELS[kind]).join(', ')} ·{' '}
      {filter ? <span className="tech">{filter}</span> : 'All servers'} ·{' '}
      {names.length > 0 ? `to ${names.join(', ')}` : 'to nobody'}
    </>
  );
}

function DeleteDialog({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const remove = useSave(alertRules.remove, {
    invalidates: [alertRules.list],
    saved: () => ({ title: 'Rule Deleted', text: rule.name }),
    failed: reasonOr('Failed to delete the rule'),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: rule.id } })}
      title={`Delete ${rule.name}?`}
      text="Nothing more is sent by it. The end of an alert still goes to those who were told of it."
      confirmLabel="Delete"
    />
  );
}
