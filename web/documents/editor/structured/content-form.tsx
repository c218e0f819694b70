import { type FunctionComponent, type ReactNode, Suspense } from 'react';
import type { TemplateType } from '../../../../contract/shared/document-words.ts';
import { fetchedPart } from '../../../ui/feedback/part.tsx';
import { Placeholders, Skeleton } from '../../../ui/feedback/list-states.tsx';

type Form = { category: string; content: string; onChange: (content: string) => void };
const HowToForm = fetchedPart<Form>(() => import('./how-to-form.tsx'), 'HowToForm');
const BuildForm = fetchedPart<Form>(() => import('./build-form.tsx'), 'BuildForm');

const FORMS: Partial<Record<TemplateType, FunctionComponent<Form>>> = {
  how_to_guide: HowToForm,
  build_document: BuildForm,
};

/** Whether a document is a form; the others are free text. */
export const hasForm = (templateType: TemplateType | null): boolean =>
  templateType !== null && templateType in FORMS;

/** Small, and known to be needed only when the document is drawn. */
export const loadForms = () => Promise.all([HowToForm.preload(), BuildForm.preload()]);

type Props = Form & {
  templateType: TemplateType | null;
  error: string | undefined;
  /** Rendered when the form is there. */
  children: ReactNode;
};

/** The text of a how-to guide or a build document. */
export function ContentForm({ templateType, error, children, ...form }: Props) {
  const Fields = templateType && FORMS[templateType];
  return (
    Fields && (
      <Suspense fallback={<Loading />}>
        <Fields {...form} />
        {children}
        {error && (
          <p role="alert" className="mt-2 text-xs text-red">
            {error}
          </p>
        )}
      </Suspense>
    )
  );
}

const Loading = () => (
  <Placeholders count={1}>
    <Skeleton className="h-8 w-1/2" />
  </Placeholders>
);
