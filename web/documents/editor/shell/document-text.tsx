import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { Part } from '../../../ui/feedback/part.tsx';
import { EnhanceField } from '../enhance/enhance-field.tsx';
import type { FieldErrors, Fields } from '../session/document-fields.ts';
import { ContentForm, hasForm } from '../structured/content-form.tsx';

type Props = {
  fields: Pick<Fields, 'title' | 'content' | 'category' | 'templateType'>;
  errors?: FieldErrors;
  onChange: (part: Partial<Pick<Fields, 'title' | 'content'>>) => void;
  /** Shown between title and content. */
  version: ReactNode;
  /** The editor of free text, or what stands in for it. */
  freeText: ReactNode;
  /** Rendered after the content, once it is there. */
  children?: ReactNode;
  onFail?: () => void;
};

/**
 * Title and content of a document. The server renders it into the page (web/readable-page.tsx), and the editor renders it
 * again when it has loaded: a field that is added here or in a form appears in both.
 */
export const DocumentText = ({
  fields,
  errors = {},
  onChange,
  version,
  freeText,
  children,
  onFail,
}: Props) => (
  <>
    <TitleField value={fields.title} onChange={(title) => onChange({ title })} error={errors['title']}>
      <EnhanceField
        field="title"
        value={fields.title}
        category={fields.category}
        onChange={(title) => onChange({ title })}
      />
    </TitleField>
    {version}
    <div className="mt-4 border-t border-border pt-4">
      <Part name="The editor" of={[fields.templateType]} {...(onFail && { onFail })}>
        {hasForm(fields.templateType) ? (
          <ContentForm {...fields} onChange={(content) => onChange({ content })} error={errors['content']}>
            {children}
          </ContentForm>
        ) : (
          <>
            {freeText}
            {children}
          </>
        )}
      </Part>
    </div>
  </>
);

type TitleProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** Shown at the end of the line. */
  children: ReactNode;
};

/** The title in its final size: one line of text, which may wrap. */
const TitleField = ({ value, onChange, error, children }: TitleProps) => (
  <Field label="Title" hideLabel error={error}>
    {(tied) => (
      <div className="flex items-start gap-2">
        <textarea
          {...tied}
          rows={1}
          placeholder="Title"
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\s*[\r\n]+\s*/g, ' '))}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className={classNames(
            'field-sizing-content w-full resize-none rounded-sm border-0 bg-transparent p-0 text-2xl font-semibold',
            'tracking-[-0.02em] aria-invalid:outline-2 aria-invalid:outline-red-fill max-md:text-xl',
          )}
        />
        {children}
      </div>
    )}
  </Field>
);
