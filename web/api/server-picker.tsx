import { useQuery } from '@tanstack/react-query';
import { Server as ServerSign, X } from 'lucide-react';
import { useState } from 'react';
import { search } from '../../contract/calls/search.ts';
import { useDebounced } from '../lib/debounced.ts';
import { Button, IconButton } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { query } from './query.ts';

export type PickedServer = { id: string; name: string };

const PAUSE_MS = 300;
const SHOWN = 8;

type Props = {
  label: string;
  picked: PickedServer[];
  onChange: (picked: PickedServer[]) => void;
  /** At most so many can be picked. */
  most: number;
};

/** Picks servers by their names or addresses. */
export function ServerPicker({ label, picked, onChange, most }: Props) {
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), PAUSE_MS);
  const hits = useQuery({
    ...query(search.find, { query: { q, kinds: 'server', limit: SHOWN } }),
    enabled: q !== '',
  });
  const offered = (hits.data ?? []).filter(({ id }) => !picked.some((one) => one.id === id));
  const pick = ({ id, title }: { id: string; title: string }) => {
    onChange([...picked, { id, name: title }]);
    setText('');
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <TextField
        label={label}
        type="search"
        placeholder="Find a server..."
        autoComplete="off"
        disabled={picked.length >= most}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const [first] = offered;
          if (event.key !== 'Enter' || !first || q !== text.trim()) return;
          event.preventDefault();
          pick(first);
        }}
      />
      {hits.isError && <p className="text-xs text-red">The servers could not be loaded. Type again.</p>}
      {q !== '' && hits.data && offered.length === 0 && (
        <p className="text-xs text-muted">No other servers found.</p>
      )}
      {q !== '' && offered.length > 0 && (
        <ul aria-label="Servers found">
          {offered.map((hit) => (
            <li key={hit.id}>
              <Button
                look="quiet"
                size="small"
                className="w-full justify-start! overflow-hidden"
                icon={<ServerSign size={14} className="flex-none text-muted" aria-hidden />}
                onClick={() => pick(hit)}
              >
                <span className="tech truncate">{hit.title}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {picked.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1">
          {picked.map(({ id, name }) => (
            <li
              key={id}
              className="flex max-w-full min-w-0 items-center rounded-sm border border-accent-line bg-accent-soft pl-1.5 text-xs text-accent-ink"
            >
              <span className="tech truncate">{name}</span>
              <IconButton
                size="small"
                label={`Remove ${name}`}
                icon={<X size={12} />}
                onClick={() => onChange(picked.filter((one) => one.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
