import { useState } from 'react';
import { LIMITS } from '../../../../contract/shared/document-words.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';

/** No category can have this value, since it starts with a space. */
const ADD = ' add';

type Props = {
  value: string;
  suggestions: string[];
  onChange: (category: string) => void;
  error: string | undefined;
};

/** One of the known categories, or a new one as text. */
export function CategoryField({ value, suggestions, onChange, error }: Props) {
  const [typed, setTyped] = useState<string>();
  const known = [...new Set([...suggestions, value])].filter(Boolean);
  const add = () => {
    const name = typed?.trim();
    if (!name) return;
    onChange(name);
    setTyped(undefined);
    toast({ kind: 'success', title: 'Category Added', text: `"${name}" has been set as the category.` });
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Select
        label="Category"
        error={error}
        options={[
          { value: '', label: 'None' },
          ...known.map((category) => ({ value: category, label: category })),
          { value: ADD, label: '+ Add New Category' },
        ]}
        value={typed === undefined ? value : ADD}
        onChange={(event) => {
          if (event.target.value === ADD) return setTyped('');
          setTyped(undefined);
          return onChange(event.target.value);
        }}
      />
      {typed !== undefined && (
        <>
          <TextField
            label="New category"
            hideLabel
            placeholder="Name of the category"
            maxLength={LIMITS.category}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because its writer asked for it
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter') {
                event.preventDefault();
                add();
              }
              if (event.key === 'Escape') setTyped(undefined);
            }}
          />
          <div className="flex gap-2">
            <Button size="small" onClick={add} disabled={typed.trim() === ''}>
              Add
            </Button>
            <Button size="small" look="quiet" onClick={() => setTyped(undefined)}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
