import { toast } from '../../../ui/overlays/toasts.ts';
import { type Fields, withTag } from '../session/document-fields.ts';

export type EnhancedField = 'title' | 'excerpt' | 'purpose';

/** Toast texts for one field or the whole content. */
export const toastsFor = (what: EnhancedField | 'content') => ({
  enhanced: `${what.charAt(0).toUpperCase()}${what.slice(1)} Enhanced`,
  nothing: () =>
    toast({ kind: 'success', title: 'No Enhancement', text: `AI couldn't improve the ${what} further.` }),
  changedMeanwhile: () =>
    toast({
      kind: 'error',
      title: 'Not applied',
      text: `The ${what} was changed meanwhile. Please try again.`,
    }),
  takenBack: (isWhole: boolean) =>
    isWhole
      ? undefined
      : toast({
          kind: 'success',
          title: 'Partly taken back',
          text: 'What you have written over since then stays as you wrote it.',
        }),
  failed: () =>
    toast({
      kind: 'error',
      title: 'Enhancement Failed',
      text: `Failed to enhance ${what}${what === 'content' ? ' with AI' : ''}. Please try again.`,
    }),
});

type Enhanced = {
  improvedContent: string;
  suggestedTitle: string;
  extractedTags: string[];
  summary: string;
};

/** Merges improved fields without discarding the author's own title, tags and excerpt. */
export function changesOf(fields: Fields, enhanced: Enhanced): Partial<Fields> {
  const { improvedContent, suggestedTitle, extractedTags, summary } = enhanced;
  const tags = extractedTags.reduce(withTag, fields.tags);
  return {
    ...(improvedContent !== fields.content && { content: improvedContent }),
    ...(suggestedTitle && suggestedTitle !== fields.title && { title: suggestedTitle }),
    ...(tags.length > fields.tags.length && { tags }),
    ...(summary && fields.excerpt.trim() === '' && { excerpt: summary }),
  };
}
