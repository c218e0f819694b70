import { useMutation } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../../../contract/calls/call.ts';
import { writing } from '../../../../contract/calls/writing.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';
import { tooltip } from '../../../ui/overlays/tooltip.tsx';
import { type EnhancedField, toastsFor } from './enhancement.ts';
import { revertChanges } from './hunks.ts';
import { openedLater } from '../../../ui/feedback/part.tsx';

const ReviewDialog = openedLater(() => import('./review-dialog.tsx'), 'ReviewDialog');

type Props = {
  field: EnhancedField;
  value: string;
  category: string;
  onChange: (value: string) => void;
};

/** Improves one field, shows the difference, and undoes it. */
export function EnhanceField({ field, value, category, onChange }: Props) {
  const words = toastsFor(field);
  const name = `Enhance ${field} with AI`;
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  const [enhanced, setEnhanced] = useState<{ before: string; after: string }>();
  const [isReviewing, setReviewing] = useState(false);
  const undo = (before: string, after: string) => {
    const { text, isWhole } = revertChanges(after, latest.current, before);
    onChange(text);
    setEnhanced(undefined);
    words.takenBack(isWhole);
  };
  const enhance = useMutation({
    mutationFn: (content: string) =>
      call(writing.enhanceField, { body: { fieldType: field, content, category } }),
    onSuccess: ({ enhancedContent }, sent) => {
      if (latest.current !== sent) return words.changedMeanwhile();
      if (enhancedContent === sent) return words.nothing();
      onChange(enhancedContent);
      setEnhanced({ before: sent, after: enhancedContent });
      return toast({
        kind: 'success',
        title: words.enhanced,
        text: 'Nothing is saved yet.',
        action: { label: 'Undo', run: () => undo(sent, enhancedContent) },
      });
    },
    onError: words.failed,
  });
  return (
    <span className="flex flex-none items-center">
      {enhanced && (
        <Button
          look="quiet"
          size="small"
          className="text-muted hover:text-text"
          onClick={() => setReviewing(true)}
        >
          Review<span className="sr-only"> {field} change</span>
        </Button>
      )}
      <Button
        look="quiet"
        size="small"
        {...tooltip(name)}
        className="w-7 px-0! text-muted hover:text-text"
        busy={enhance.isPending}
        icon={<Sparkles size={14} aria-hidden />}
        disabled={value.trim() === ''}
        onClick={() => enhance.mutate(value)}
      >
        {/* Text instead of a label, so that the field's label stays unique. */}
        <span className="sr-only">{name}</span>
      </Button>
      {isReviewing && enhanced && (
        <ReviewDialog
          hunks={[{ field, ...enhanced }]}
          onClose={() => setReviewing(false)}
          onKeep={([isTaken]) => {
            setReviewing(false);
            if (isTaken) setEnhanced(undefined);
            else undo(enhanced.before, enhanced.after);
          }}
        />
      )}
    </span>
  );
}
