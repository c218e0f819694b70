import * as Radix from 'radix-ui/popover';
import { type ReactNode, useState } from 'react';
import { FILTER_EXAMPLES } from '../../contract/shared/question-examples.ts';
import { QUERY_LIMITS } from '../../contract/shared/server-words.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';

type Props = { trigger: ReactNode; filter: string; onAsk: (filter: string) => void };

/** Edits the conditions as text. Loaded on demand and open from the start. */
export function EditFilter({ trigger, filter, onAsk }: Props) {
  const [text, setText] = useState(filter);
  const [isOpen, setOpen] = useState(true);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Not in a portal: outside main it would belong to no landmark. */}
      <Radix.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label="Edit filter"
        className={
          'z-40 w-80 max-w-[calc(100vw-16px)] animate-appear rounded-lg border border-border ' +
          'bg-raised p-3 shadow-1 dark:border-grey-line'
        }
      >
        <form
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            setOpen(false);
            onAsk(text);
          }}
        >
          <TextField
            label="Filter"
            hint={`For example ${FILTER_EXAMPLES.slice(0, 3)
              .map(({ filter }) => filter)
              .join(' ')}`}
            value={text}
            maxLength={QUERY_LIMITS.filter}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" size="small" className="self-start">
            Ask again
          </Button>
        </form>
      </Radix.Content>
    </Radix.Root>
  );
}
