import { FileArchive } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { whyRefused } from './file-check.ts';

type Props = { onChoose: (file: File) => void; onRefuse: (reason: string) => void };

/** One zip, by button or dropped. */
export function ZipChooser({ onChoose, onRefuse }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  const take = (files: File[]) => {
    const reason = whyRefused(files);
    if (reason) onRefuse(reason);
    else if (files[0]) onChoose(files[0]);
  };
  const over = (event: DragEvent, isInside: boolean) => {
    event.preventDefault();
    setOver(isInside);
  };

  return (
    <div
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        take([...event.dataTransfer.files]);
      }}
      className={classNames(
        'mt-4 flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center text-sm',
        isOver ? 'border-accent bg-accent-soft' : 'border-border-strong',
      )}
    >
      <FileArchive size={24} strokeWidth={1.5} className="text-muted" aria-hidden />
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="Zip file"
        className="hidden"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was mended.
          event.target.value = '';
        }}
      />
      <Button look="primary" onClick={() => input.current?.click()}>
        Choose a zip
      </Button>
      <p className="text-muted">or drop it here</p>
    </div>
  );
}
