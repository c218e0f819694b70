import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useId } from 'react';
import { knowledgeBase } from '../../../../contract/calls/documents.ts';
import { LIMITS, TemplateType } from '../../../../contract/shared/document-words.ts';
import { query } from '../../../api/query.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { type Option, Select } from '../../../ui/controls/select.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { TextArea, TextField, type TextFieldProps } from '../../../ui/controls/text-field.tsx';
import { Part, openedLater } from '../../../ui/feedback/part.tsx';
import {
  categoriesWith,
  DOMAINS,
  type FieldErrors,
  type Fields,
  type Settings,
  TECHNOLOGIES,
  TEMPLATE_TYPES,
} from '../session/document-fields.ts';
import { CategoryField } from './category-field.tsx';
import { EnhanceField } from '../enhance/enhance-field.tsx';
import { TagField } from './tag-field.tsx';
import { contentForType } from '../structured/template-skeletons.ts';

type Props = {
  /** For a new document, choosing a type inserts its skeleton. */
  isNew: boolean;
  fields: Settings;
  /** Includes the text, which a skeleton replaces. */
  current: () => Fields;
  errors: FieldErrors;
  onChange: (part: Partial<Fields>) => void;
};

/** All fields of a document except title and text. Renders only when they change, not while typing. */
export const DocumentSettings = memo(({ isNew, fields, current, errors, onChange }: Props) => {
  const facets = useQuery(query(knowledgeBase.facets, { query: {} }));
  const present = facets.data?.categories.map(({ value }) => value) ?? [];
  const typed = (name: 'excerpt' | 'technology') => ({
    value: fields[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <div className="relative">
        <TextArea label="Excerpt" rows={3} {...typed('excerpt')} />
        <div className="absolute -top-1.5 right-0">
          <EnhanceField
            field="excerpt"
            value={fields.excerpt}
            category={fields.category}
            onChange={(excerpt) => onChange({ excerpt })}
          />
        </div>
      </div>
      <CategoryField
        value={fields.category}
        suggestions={categoriesWith(present)}
        error={errors['category']}
        onChange={(category) => onChange({ category })}
      />
      <div className="grid grid-cols-2 gap-3">
        <SuggestingField label="Technology" suggestions={TECHNOLOGIES} {...typed('technology')} />
        <Select
          label="Domain"
          options={domainsWith(fields.domain)}
          value={fields.domain}
          error={errors['domain']}
          onChange={(event) => onChange({ domain: event.target.value })}
        />
      </div>
      <TagField tags={fields.tags} onChange={(tags) => onChange({ tags })} error={errors['tags']} />
      <div className="flex flex-col gap-4 border-t border-border pt-4">
        <Switch
          label="Published"
          hint="Off marks it as a draft"
          checked={fields.isPublished}
          onChange={(isPublished) => onChange({ isPublished })}
        />
        <Switch
          label="Template"
          hint="Marks it as a pattern for others"
          checked={fields.isTemplate}
          onChange={(isTemplate) => onChange({ isTemplate })}
        />
        {fields.isTemplate && (
          <Select
            label="Template Type"
            options={TEMPLATE_OPTIONS}
            value={fields.templateType ?? ''}
            error={errors['templateType']}
            onChange={(event) => {
              const templateType = TemplateType.safeParse(event.target.value).data ?? null;
              const { content } = current();
              onChange({ templateType, content: isNew ? contentForType(content, templateType) : content });
            }}
          />
        )}
      </div>
    </>
  );
});

const TEMPLATE_OPTIONS: Option[] = [
  { value: '', label: 'None' },
  ...Object.entries(TEMPLATE_TYPES).map(([value, label]) => ({ value, label })),
];

/** An imported domain outside the list stays unchanged. */
const domainsWith = (chosen: string): Option[] => [
  { value: '', label: 'None' },
  ...[...new Set([...DOMAINS, chosen])].filter(Boolean).map((value) => ({ value, label: value })),
];

/** Free text with suggestions. */
function SuggestingField({ suggestions, ...field }: TextFieldProps & { suggestions: string[] }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <TextField {...field} list={id} autoComplete="off" />
      <datalist id={id}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  );
}

type NoteProps = { value: string; onChange: (note: string) => void };

/** Note on the next version, for the history. */
export const ChangeNote = ({ value, onChange }: NoteProps) => (
  <div className="border-t border-border pt-4">
    <TextField
      label="Change note"
      hint="Optional; stands in the version history"
      maxLength={LIMITS.changeLog}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
);

const Drawer = openedLater(() => import('../../../ui/overlays/drawer.tsx'), 'Drawer', {
  shownAs: 'The settings',
});

const TITLE = 'Document Settings';
/** The layout's `xl` breakpoint: from here on they fit beside the text. */
const ROOMY = '(min-width: 80rem)';

type PlaceProps = {
  /** Opened on demand when they do not fit beside the text. */
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Shows the settings beside the text, or in a drawer on narrow screens. */
export function SettingsPanel({ isOpen, onClose, children }: PlaceProps) {
  const headingId = useId();
  const isRoomy = useMedia(ROOMY);
  const settings = (
    <Part name={TITLE}>
      <div className="flex flex-col gap-4">{children}</div>
    </Part>
  );
  if (!isRoomy) {
    return (
      isOpen && (
        <Drawer title={TITLE} onClose={onClose}>
          {settings}
        </Drawer>
      )
    );
  }
  return (
    <aside
      aria-labelledby={headingId}
      className={
        'sticky top-27 max-h-[calc(100dvh-6.75rem)] min-h-[calc(100dvh-6.75rem)] overflow-y-auto border-l border-border ' +
        'px-6 py-5 print:hidden'
      }
    >
      <h2 id={headingId} className="mb-4 text-md">
        {TITLE}
      </h2>
      {settings}
    </aside>
  );
}
