import { useMutation } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { call } from '../../../../contract/call.ts';
import { writing } from '../../../../contract/writing.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts.ts';
import { tooltip } from '../../../ui/tooltip.tsx';
import { type EnhancedField, said } from './enhancement.ts';

type Props = {
  field: EnhancedField;
  value: string;
  category: string;
  onChange: (value: string) => void;
};

/** Makes one field better, and offers to take that back. */
export function EnhanceField({ field, value, category, onChange }: Props) {
  const words = said(field);
  const name = `Enhance ${field} with AI`;
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  const enhance = useMutation({
    mutationFn: (content: string) =>
      call(writing.enhanceField, { body: { fieldType: field, content, category } }),
    onSuccess: ({ enhancedContent }, sent) => {
      if (latest.current !== sent) return words.changedMeanwhile();
      if (enhancedContent === sent) return words.nothing();
      onChange(enhancedContent);
      return toast({
        kind: 'success',
        title: words.enhanced,
        text: 'Nothing is saved yet.',
        action: { label: 'Undo', run: () => latest.current === enhancedContent && onChange(sent) },
      });
    },
    onError: words.failed,
  });
  return (
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
      {/* Its text and no label, so that the label of the field stays the only one with that word. */}
      <span className="sr-only">{name}</span>
    </Button>
  );
}
