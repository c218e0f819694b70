import { useMutation } from '@tanstack/react-query';
import { LoaderCircle, Sparkles } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { call } from '../../../../contract/call.ts';
import { writing } from '../../../../contract/writing.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toasts.ts';
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
    <IconButton
      size="small"
      label={`Enhance ${field} with AI`}
      icon={
        enhance.isPending ? (
          <LoaderCircle size={14} className="animate-spin" aria-hidden />
        ) : (
          <Sparkles size={14} aria-hidden />
        )
      }
      disabled={enhance.isPending || value.trim() === ''}
      onClick={() => enhance.mutate(value)}
    />
  );
}
