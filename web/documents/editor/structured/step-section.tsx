import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/controls/text-field.tsx';

type Props = {
  title: string;
  /** Text before the first step; shown only if there is some. */
  intro: string;
  onIntro: (intro: string) => void;
  onAdd: () => void;
  /** The steps, each a list item. */
  children: ReactNode[];
};

/** The steps of a form, with their heading and a button that adds one. */
export const StepSection = ({ title, intro, onIntro, onAdd, children }: Props) => (
  <section aria-label={title}>
    <div className="mt-4 mb-3 flex min-h-7 items-center gap-2">
      <h2 className="text-md">{title}</h2>
      <span className="flex-1 text-xs text-muted">{children.length}</span>
      <Button size="small" icon={<Plus size={14} className="text-muted" aria-hidden />} onClick={onAdd}>
        Add step
      </Button>
    </div>
    {intro && (
      <TextArea
        label="Text before the first step"
        className="mb-4"
        value={intro}
        onChange={(event) => onIntro(event.target.value)}
      />
    )}
    <ol>{children}</ol>
  </section>
);
