import { type ReactNode, Suspense } from 'react';
import type { TemplateType } from '../../../../contract/documents.ts';
import { fetchedPart } from '../../../ui/feedback/part.tsx';
import { Placeholders, Skeleton } from '../../../ui/feedback/list-states.tsx';
import { TextEditor } from '../text/text-editor.tsx';

type Form = { category: string; content: string; onChange: (content: string) => void };
const HowToForm = fetchedPart<Form>(() => import('./how-to-form.tsx'), 'HowToForm');
const BuildForm = fetchedPart<Form>(() => import('./build-form.tsx'), 'BuildForm');

// Small, and known to be needed only when the document is drawn.
void HowToForm.preload();
void BuildForm.preload();

type Props = {
  templateType: TemplateType | null;
  category: string;
  content: string;
  /** A form was changed. */
  onChange: (content: string) => void;
  /** Something was typed in free text; `read` puts it together. */
  onType: (read: () => string) => void;
  error: string | undefined;
  /** Comes when the editor is there. */
  children: ReactNode;
};

/** The text of a document: a form for how-to guides and build documents, free text for everything else. */
export function ContentEditor({ templateType, category, content, onChange, onType, error, children }: Props) {
  const Form = templateType && { how_to_guide: HowToForm, build_document: BuildForm }[templateType as string];
  if (!Form) {
    return (
      <>
        <TextEditor label="Content" value={content} onType={onType} error={error} />
        {children}
      </>
    );
  }
  return (
    <Suspense fallback={<Loading />}>
      <Form category={category} content={content} onChange={onChange} />
      {children}
      {error && (
        <p role="alert" className="mt-2 text-xs text-red">
          {error}
        </p>
      )}
    </Suspense>
  );
}

const Loading = () => (
  <Placeholders count={1}>
    <Skeleton className="h-8 w-1/2" />
  </Placeholders>
);
