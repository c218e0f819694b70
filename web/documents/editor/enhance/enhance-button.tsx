import { useMutation } from '@tanstack/react-query';
import { FileDiff, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../contract/calls/call.ts';
import { writing } from '../../../../contract/calls/writing.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';
import { tooltip } from '../../../ui/overlays/tooltip.tsx';
import { type Fields, isBlank } from '../session/document-fields.ts';
import { changesOf, toastsFor } from './enhancement.ts';
import { hunksOf, taking } from './hunks.ts';
import { openedLater } from '../../../ui/feedback/part.tsx';

const ReviewDialog = openedLater(() => import('./review-dialog.tsx'), 'ReviewDialog');

const words = toastsFor('content');
const NAMES: Partial<Record<keyof Fields, string>> = {
  content: 'text',
  title: 'title',
  tags: 'tags',
  excerpt: 'excerpt',
};

type Props = {
  fields: Fields;
  /** Returns the current fields. */
  current: () => Fields;
  onChange: (part: Partial<Fields>) => void;
};

/** Improves the whole document, and offers to undo that. */
export function EnhanceButton({ fields, current, onChange }: Props) {
  const [enhanced, setEnhanced] = useState<{ before: Fields; changes: Partial<Fields> }>();
  const [isReviewing, setReviewing] = useState(false);
  /** Keeps later typing, and only the accepted changes. */
  const keep = (before: Fields, changes: Partial<Fields>, taken: boolean[]) => {
    const { fields: kept, isWhole } = taking(before, changes, taken, current());
    onChange(kept);
    setEnhanced(undefined);
    words.takenBack(isWhole);
  };
  const enhance = useMutation({
    mutationFn: ({ title, content, category }: Fields) =>
      call(writing.enhanceContent, { body: { title, content, category } }),
    onSuccess: (answer, sent) => {
      const before = current();
      if (before.content !== sent.content || before.title !== sent.title) return words.changedMeanwhile();
      const changes = changesOf(before, answer);
      const changed = (Object.keys(changes) as (keyof Fields)[]).map((name) => NAMES[name]);
      if (changed.length === 0) return words.nothing();
      onChange(changes);
      setEnhanced({ before, changes });
      return toast({
        kind: 'success',
        title: words.enhanced,
        text: `Changed: ${changed.join(', ')}. Nothing is saved yet.`,
        action: { label: 'Undo', run: () => keep(before, changes, []) },
      });
    },
    onError: words.failed,
  });
  return (
    <>
      <Button
        aria-label="Enhance with AI"
        {...tooltip('Enhance with AI')}
        icon={<Sparkles size={16} className="text-accent-ink" aria-hidden />}
        className="max-md:px-2.5"
        busy={enhance.isPending}
        disabled={isBlank(fields.content)}
        onClick={() => enhance.mutate(current())}
      >
        <span className="max-lg:hidden">Enhance with AI</span>
      </Button>
      {enhanced && (
        <Button
          {...tooltip('Review changes')}
          aria-label="Review changes"
          icon={<FileDiff size={16} aria-hidden />}
          className="max-2xl:px-2.5"
          onClick={() => setReviewing(true)}
        >
          <span className="max-2xl:hidden">Review changes</span>
        </Button>
      )}
      {isReviewing && enhanced && (
        <ReviewDialog
          hunks={hunksOf(enhanced.before, enhanced.changes)}
          onClose={() => setReviewing(false)}
          onKeep={(taken) => {
            keep(enhanced.before, enhanced.changes, taken);
            setReviewing(false);
          }}
        />
      )}
    </>
  );
}
