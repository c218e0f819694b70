import { type ReactNode, useId, useRef } from 'react';
import { TextArea, TextField } from '../../../ui/controls/text-field.tsx';
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { withEntry, withoutEntry } from './use-form-content.ts';

type Props<K extends string> = {
  labels: Record<K, string>;
  values: Record<NoInfer<K>, string>;
  onChange: (key: NoInfer<K>, value: string) => void;
  /** What stands in the line of a label. */
  atLabel?: Partial<Record<NoInfer<K>, ReactNode>>;
};

/** Fields of free text; they grow with what is typed. */
export const TextFields = <K extends string>({ labels, values, onChange, atLabel }: Props<K>) =>
  (Object.entries(labels) as [K, string][]).map(([key, label]) => (
    <div key={key} className="relative">
      <TextArea
        label={label}
        rows={2}
        className="[&>textarea]:field-sizing-content"
        value={values[key]}
        onChange={(event) => onChange(key, event.target.value)}
      />
      {atLabel?.[key] && <div className="absolute -top-1.5 right-0">{atLabel[key]}</div>}
    </div>
  ));

type OtherProps = { extras: Record<string, string>; onChange: (extras: Record<string, string>) => void };

/** Text between the sections of the form; it keeps its place and can be edited here. */
export const OtherText = ({ extras, onChange }: OtherProps) =>
  Object.entries(extras).map(([place, text], index) => (
    <TextArea
      key={place}
      label={`Other text ${index + 1}`}
      hint={
        place === ''
          ? 'Stands before the fields of this form'
          : 'Stands between the fields of this form, as it was written'
      }
      rows={3}
      className="[&>textarea]:tech [&>textarea]:field-sizing-content"
      value={text}
      onChange={(event) => onChange({ ...extras, [place]: event.target.value })}
    />
  ));

type EntryListProps = {
  /** Heading over the list. */
  title: string;
  /** What one entry is called, as in Tip. */
  entry: string;
  entries: string[];
  onChange: (entries: string[]) => void;
  /** What a new entry reads. */
  newEntry?: string;
  /** What taking away the last one does: nothing, or it leaves an empty entry. */
  last: 'stays' | 'empties';
  isSmall?: boolean;
};

/** One-line entries that can be added and taken away; Enter adds one below. */
export function EntryList({ title, entry, entries, onChange, newEntry = '', last, isSmall }: EntryListProps) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const focusEntry = (index: number) =>
    setTimeout(() => box.current?.querySelectorAll('input')[index]?.focus());
  const add = (after: number) => {
    onChange([...entries.slice(0, after + 1), newEntry, ...entries.slice(after + 1)]);
    focusEntry(after + 1);
  };
  const remove = (index: number) => {
    const left = withoutEntry(entries, index);
    onChange(left.length > 0 ? left : ['']);
    focusEntry(Math.max(0, index - 1));
  };
  const name = entry.toLowerCase();
  const Heading = isSmall ? 'h3' : 'h2';
  return (
    <section ref={box} aria-labelledby={id}>
      <div className="mb-2 flex min-h-7 items-center">
        <Heading id={id} className={isSmall ? 'text-sm font-medium!' : 'text-md'}>
          {title}
        </Heading>
        <span className="flex-1" />
        <Button
          size="small"
          icon={<Plus size={14} className="text-muted" aria-hidden />}
          onClick={() => add(entries.length - 1)}
        >
          Add {name}
        </Button>
      </div>
      <ul className="flex flex-col gap-2">
        {entries.map((value, index) => (
          // An entry has nothing but its place to tell it by.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex items-center gap-2">
            <TextField
              className="flex-1"
              label={`${entry} ${index + 1}`}
              hideLabel
              value={value}
              onChange={(event) => onChange(withEntry(entries, index, event.target.value))}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add(index);
              }}
            />
            <IconButton
              label={`Remove ${name} ${index + 1}`}
              icon={<Trash2 size={16} />}
              disabled={entries.length === 1 && (last === 'stays' || value === '')}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
