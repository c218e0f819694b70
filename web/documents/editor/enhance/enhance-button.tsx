import { useMutation } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { call } from '../../../../contract/call.ts';
import { writing } from '../../../../contract/writing.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts.ts';
import { tooltip } from '../../../ui/tooltip.tsx';
import type { Fields } from '../document-fields.ts';
import { changesOf, said, undoing } from './enhancement.ts';

const words = said('content');
const NAMES: Partial<Record<keyof Fields, string>> = {
  content: 'text',
  title: 'title',
  tags: 'tags',
  excerpt: 'excerpt',
};

type Props = {
  /** There is nothing to make better. */
  isBlank: boolean;
  current: () => Fields;
  onChange: (part: Partial<Fields>) => void;
};

/** Makes the whole document better, and offers to take that back. */
export function EnhanceButton({ isBlank, current, onChange }: Props) {
  const enhance = useMutation({
    mutationFn: ({ title, content, category }: Fields) =>
      call(writing.enhanceContent, { body: { title, content, category } }),
    onSuccess: (enhanced, sent) => {
      const before = current();
      if (before.content !== sent.content || before.title !== sent.title) return words.changedMeanwhile();
      const changes = changesOf(before, enhanced);
      const changed = (Object.keys(changes) as (keyof Fields)[]).map((name) => NAMES[name]);
      if (changed.length === 0) return words.nothing();
      onChange(changes);
      return toast({
        kind: 'success',
        title: words.enhanced,
        text: `Changed: ${changed.join(', ')}. Nothing is saved yet.`,
        action: { label: 'Undo', run: () => onChange(undoing(before, changes, current())) },
      });
    },
    onError: words.failed,
  });
  return (
    <Button
      aria-label="Enhance with AI"
      {...tooltip('Enhance with AI')}
      icon={<Sparkles size={16} className="text-accent-ink" aria-hidden />}
      className="max-md:px-2.5"
      busy={enhance.isPending}
      disabled={isBlank}
      onClick={() => enhance.mutate(current())}
    >
      <span className="max-lg:hidden">Enhance with AI</span>
    </Button>
  );
}
