import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../contract/call.ts';
import type { Result } from '../../../contract/endpoint.ts';
import { checkQuality } from '../../../contract/quality.ts';
import { type PastedImage, writing } from '../../../contract/writing.ts';
import { useSave } from '../../api/save.ts';
import { toast } from '../../ui/toasts.ts';
import { DOCUMENT_READS } from '../base.ts';

export type ArticlePreview = Result<typeof writing.preview>;
export type Judgement = Result<typeof writing.validate>;

const failed = (text: string, title = 'Error') => toast({ kind: 'error', title, text });

/** From pasted text to a stored article: check, preview, save. `onSaved` gets the id of the new document. */
export function useAutoCreate(text: string, images: PastedImage[], onSaved: (id: string) => void) {
  const [judgement, setJudgement] = useState<Judgement>();
  const [article, setArticle] = useState<ArticlePreview>();
  const body = { content: text, images: images.map(({ id, data, name }) => ({ id, data, name })) };

  const preview = useMutation({
    mutationFn: () => call(writing.preview, { body }),
    onSuccess: (made) => {
      setArticle(made);
      toast({
        kind: 'success',
        title: 'Preview generated',
        text: 'Your knowledge base preview is ready for review.',
      });
    },
    onError: ({ message }) =>
      failed(
        /too large/i.test(message)
          ? 'Images are too large. Please use smaller images or fewer images.'
          : 'Failed to generate preview. Please try again.',
      ),
  });
  const validate = useMutation({
    mutationFn: () => call(writing.validate, { body }),
    onSuccess: (judged) => (judged.isValid ? preview.mutate() : setJudgement(judged)),
    onError: () =>
      failed('Unable to validate content quality. Please try again or contact support.', 'Validation Error'),
  });
  const create = useSave(writing.create, {
    invalidates: DOCUMENT_READS,
    saved: () => ({ title: 'Success', text: 'Knowledge base document created successfully!' }),
    failed: () => ({ title: 'Error', text: 'Failed to save knowledge base document. Please try again.' }),
  });

  return {
    judgement,
    article,
    isProcessing: preview.isPending || validate.isPending,
    isSaving: create.isPending,
    generate: () => {
      if (text.trim() === '') {
        failed('Please enter some text content to convert into a knowledge base document.');
      } else if (checkQuality(text).isValid) preview.mutate();
      else validate.mutate();
    },
    /** Goes on although the check found something. */
    proceed: () => {
      setJudgement(undefined);
      preview.mutate();
    },
    stop: () => setJudgement(undefined),
    backToEdit: () => setArticle(undefined),
    save: () => article && create.mutate({ body: article }, { onSuccess: ({ id }) => onSaved(id) }),
  };
}
