import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../contract/calls/call.ts';
import { readers as calls } from '../../contract/calls/readers.ts';
import type { Readers } from '../../contract/shared/readers.ts';
import { ReadFailed } from './read-failed.tsx';
import { Button, IconButton } from '../ui/controls/button.tsx';
import { Select } from '../ui/controls/select.tsx';
import { Switch } from '../ui/controls/switch.tsx';
import { FormDialog } from '../ui/overlays/form-dialog.tsx';
import { choicesOf, usePossibleReaders } from './reader-names.ts';

type Props = {
  readers: Readers;
  /** Always a reader. Undefined for the documents of a category that will be made. */
  owner?: string;
  title?: string;
  text?: string;
  busy: boolean;
  onSave: (readers: Readers) => void;
  onClose: () => void;
};

const HIDDEN = 'Other people find it nowhere: not in lists, the search, servers or answers of the assistant.';

/** Chooses who may read a document, and says who loses access before it is saved. */
export function ReadersDialog({
  readers,
  owner,
  title = 'Who may read this',
  text = HIDDEN,
  busy,
  onSave,
  onClose,
}: Props) {
  const [chosen, setChosen] = useState<Readers>(readers);
  return (
    <FormDialog
      width="form"
      title={title}
      text={text}
      submitLabel="Save"
      busy={busy}
      onClose={onClose}
      onSubmit={() => onSave(chosen)}
    >
      <Switch
        label="Restricted"
        hint="Off lets everybody who is signed in read it"
        checked={chosen !== null}
        onChange={(isRestricted) => setChosen(isRestricted ? (owner ? [owner] : []) : null)}
      />
      {chosen && <ReaderList readers={chosen} owner={owner} onChange={setChosen} />}
      {owner && <Effect before={readers} after={chosen} />}
    </FormDialog>
  );
}

type ListProps = { readers: string[]; owner: string | undefined; onChange: (readers: string[]) => void };

function ReaderList({ readers, owner, onChange }: ListProps) {
  const possible = usePossibleReaders();
  const [picked, setPicked] = useState('');
  if (possible.isError && !possible.data)
    return <ReadFailed read={possible} title="People and groups could not be loaded" />;
  const choices = possible.data ? choicesOf(possible.data) : [];
  const labels = new Map(choices.map(({ value, label }) => [value, label]));
  const add = () => {
    if (picked) onChange([...readers, picked]);
    setPicked('');
  };
  return (
    <>
      <ul aria-label="Readers" className="border-t border-border">
        {readers.map((reader) => {
          const name = labels.get(reader) ?? (possible.data ? 'A former account' : '…');
          return (
            <li
              key={reader}
              className="flex min-h-10 items-center gap-2 border-b border-border py-1 text-sm compact:min-h-8"
            >
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</span>
              {reader === owner ? (
                <span className="text-xs text-muted">Owner</span>
              ) : (
                <IconButton
                  size="small"
                  label={`Remove ${name}`}
                  icon={<X size={14} />}
                  onClick={() => onChange(readers.filter((other) => other !== reader))}
                />
              )}
            </li>
          );
        })}
      </ul>
      <div className="flex items-end gap-2">
        <Select
          className="min-w-0 flex-1"
          label="Add a person or group"
          value={picked}
          options={[
            { value: '', label: 'Choose…' },
            ...choices.filter(({ value }) => !readers.includes(value)),
          ]}
          onChange={(event) => setPicked(event.target.value)}
        />
        <Button onClick={add} disabled={picked === ''}>
          Add
        </Button>
      </div>
    </>
  );
}

/** How many people may read it after the change, and who loses access. */
function Effect({ before, after }: { before: Readers; after: Readers }) {
  const preview = useQuery({
    queryKey: [calls.preview.path, before, after],
    queryFn: ({ signal }) => call(calls.preview, { body: { before, after }, signal }),
    placeholderData: (last) => last,
  });
  const { data } = preview;
  return (
    <p role="status" className="min-h-5 text-sm">
      {preview.isError && <span className="text-red">The effect could not be determined.</span>}
      {data && `${people(data.readers)} may read it. `}
      {data && data.losing > 0 && (
        <strong className="font-medium text-yellow">
          {data.losing === 1 ? '1 person loses' : `${data.losing} people lose`} access now: {namesOf(data)}.
        </strong>
      )}
    </p>
  );
}

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

const namesOf = ({ losing, names }: { losing: number; names: string[] }): string =>
  names.join(', ') + (losing > names.length ? ` and ${losing - names.length} more` : '');
