import { LIMITS } from '../../../contract/documents.ts';
import { TextField } from '../../ui/controls/text-field.tsx';

type Props = { value: string; onChange: (note: string) => void };

/** What the next version is about, for those who read the history. */
export const ChangeNote = ({ value, onChange }: Props) => (
  <div className="border-t border-border pt-4">
    <TextField
      label="Change note"
      hint="Optional; stands in the version history"
      maxLength={LIMITS.changeLog}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
);
