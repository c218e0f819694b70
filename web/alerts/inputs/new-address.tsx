import { Copy } from 'lucide-react';
import { copyAndReport } from '../../ui/feedback/copy-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';

/** An address that is shown only once, and a line to copy that uses it. */
export const NewAddress = ({ url, use }: { url: string; use: { label: string; text: string } }) => (
  <div className="flex flex-col gap-4 pt-4">
    <Copied label="Address" text={url} />
    <Copied {...use} />
  </div>
);

const Copied = ({ label, text }: { label: string; text: string }) => (
  <div className="flex items-end gap-2">
    <TextField
      className="min-w-0 flex-1 font-mono"
      label={label}
      readOnly
      value={text}
      onFocus={(event) => event.target.select()}
    />
    <Button
      aria-label={`Copy ${label.toLowerCase()}`}
      icon={<Copy size={16} aria-hidden />}
      onClick={() =>
        void copyAndReport(text, `Copied ${label.toLowerCase()}`, 'Select the text and copy it.')
      }
    >
      Copy
    </Button>
  </div>
);
