import type { ReactNode } from 'react';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { hintOf } from '../../reading/form-fields.ts';

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
      hint={hintOf(place)}
      rows={3}
      className="[&>textarea]:tech [&>textarea]:field-sizing-content"
      value={text}
      onChange={(event) => onChange({ ...extras, [place]: event.target.value })}
    />
  ));
