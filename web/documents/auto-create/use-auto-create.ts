import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../contract/calls/call.ts';
import type { Result } from '../../../contract/calls/endpoint.ts';
import { checkQuality } from '../../../contract/shared/quality.ts';
import { type PastedImage, writing } from '../../../contract/calls/writing.ts';
import { useSave } from '../../api/save.ts';
import { toast, type ToastContent } from '../../ui/overlays/toasts.ts';
import { DOCUMENT_READS } from '../base.ts';
import { generationError, MESSAGES } from './messages.ts';

export type ArticlePreview = Result<typeof writing.preview>;
export type QualityResult = Result<typeof writing.validate>;

const failed = (content: ToastContent) => toast({ kind: 'error', ...content });

/** Steps from pasted text to a stored article: check, preview, save. `onSaved` gets the id of the new document. */
export function useAutoCreate(text: string, images: PastedImage[], onSaved: (id: string) => void) {
  const [judgement, setJudgement] = useState<QualityResult>();
  const [article, setArticle] = useState<ArticlePreview>();
  const body = { content: text, images: images.map(({ id, data, name }) => ({ id, data, name })) };

  const preview = useMutation({
    mutationFn: () => call(writing.preview, { body }),
    onSuccess: (made) => {
      setArticle(made);
      toast({ kind: 'success', ...MESSAGES.generated });
    },
    onError: ({ message }) => failed(generationError(message)),
  });
  const validate = useMutation({
    mutationFn: () => call(writing.validate, { body }),
    onSuccess: (judged) => (judged.isValid ? preview.mutate() : setJudgement(judged)),
    onError: () => failed(MESSAGES.notValidated),
  });
  const create = useSave(writing.create, {
    invalidates: DOCUMENT_READS,
    saved: () => MESSAGES.saved,
    failed: () => MESSAGES.notSaved,
  });

  return {
    judgement,
    article,
    isProcessing: preview.isPending || validate.isPending,
    isSaving: create.isPending,
    generate: () => {
      if (text.trim() === '') {
        failed(MESSAGES.emptyText);
      } else if (checkQuality(text).isValid) preview.mutate();
      else validate.mutate();
    },
    /** Continues in spite of the findings. */
    proceed: () => {
      setJudgement(undefined);
      preview.mutate();
    },
    stop: () => setJudgement(undefined),
    backToEdit: () => setArticle(undefined),
    save: () => article && create.mutate({ body: article }, { onSuccess: ({ id }) => onSaved(id) }),
  };
}
