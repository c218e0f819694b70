import { Plus } from 'lucide-react';
import {
  BUILD_LISTS,
  BUILD_TEXTS,
  type BuildDocument,
  type BuildList,
  type BuildStep,
  emptyBuildStep,
  ENVIRONMENTS,
  newBuild,
  readBuild,
  SERVER_FIELDS,
  writeBuild,
} from '../../../../contract/build-document.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { type Option, Select } from '../../../ui/controls/select.tsx';
import { TextArea, TextField } from '../../../ui/controls/text-field.tsx';
import { ENTRY_NAMES } from '../../reading/form-fields.ts';
import { FORM_ROW, STEPS_HEAD } from '../../reading/look.ts';
import { numberOf, successor, withChanged } from './entry-identity.ts';
import { EntryList, OtherText, TextFields } from './text-fields.tsx';
import { ImageFields } from './image-fields.tsx';
import { removeStep, NumberedStep } from './numbered-step.tsx';
import { useFormContent } from './use-form-content.ts';
import { NO_IMAGE } from '../../../../contract/sized-image.ts';
import { SizedImageField } from './sized-image-field.tsx';

const dialect = {
  read: (content: string) => (content.trim() === '' ? newBuild() : readBuild(content)),
  write: writeBuild,
  steps: (form: BuildDocument) => form.buildSteps,
};

type Props = { content: string; onChange: (content: string) => void };

/** A server build document as a form; its markdown is written anew with each change. */
export function BuildForm({ content, onChange }: Props) {
  const [form, change] = useFormContent(content, onChange, dialect);
  const { buildSteps: steps } = form;
  const changeStep = (of: BuildStep, recipe: (step: BuildStep) => BuildStep) =>
    change((before) => {
      const buildSteps = withChanged(before.buildSteps, numberOf(of), recipe);
      return buildSteps ? { ...before, buildSteps } : before;
    });
  const changeSteps = (recipe: (steps: BuildStep[]) => BuildStep[]) =>
    change((before) => ({ ...before, buildSteps: numbered(recipe(before.buildSteps)) }));
  const set = (key: string, value: unknown) => change((before) => ({ ...before, [key]: value }));
  return (
    <ImageFields>
      <div className={FORM_ROW}>
        {(Object.entries(SERVER_FIELDS) as [keyof typeof SERVER_FIELDS, string][]).map(([key, label]) =>
          key === 'environment' ? (
            <Select
              key={key}
              label={label}
              options={environmentsWith(form.environment)}
              value={form.environment}
              onChange={(event) => set(key, event.target.value)}
            />
          ) : (
            <TextField
              key={key}
              label={label}
              value={form[key]}
              onChange={(event) => set(key, event.target.value)}
            />
          ),
        )}
      </div>
      <TextFields labels={BUILD_TEXTS} values={form} onChange={set} />
      <section aria-label="Build Steps">
        <div className={STEPS_HEAD}>
          <h2 className="text-md">Build Steps</h2>
          <span className="flex-1 text-xs text-muted">{steps.length}</span>
          <Button
            size="small"
            icon={<Plus size={14} className="text-muted" aria-hidden />}
            onClick={() => changeSteps((before) => [...before, emptyBuildStep(before.length + 1)])}
          >
            Add step
          </Button>
        </div>
        {form.stepsIntro && (
          <TextArea
            label="Text before the first step"
            className="mb-4"
            value={form.stepsIntro}
            onChange={(event) => set('stepsIntro', event.target.value)}
          />
        )}
        <ol>
          {steps.map((step, index) => (
            <BuildStepFields
              key={numberOf(step)}
              number={index + 1}
              step={step}
              onChange={(recipe) => changeStep(step, recipe)}
              onRemove={steps.length > 1 ? () => removeStep(changeSteps, steps, step) : undefined}
            />
          ))}
        </ol>
      </section>
      {(Object.entries(BUILD_LISTS) as [BuildList, string][]).map(([key, title]) => (
        <EntryList
          key={key}
          title={title}
          entry={ENTRY_NAMES[key]}
          entries={form[key]}
          last="empties"
          onChange={(entries) => set(key, entries)}
        />
      ))}
      <OtherText extras={form.extras} onChange={(extras) => set('extras', extras)} />
    </ImageFields>
  );
}

/** The steps by their places. */
const numbered = (steps: BuildStep[]): BuildStep[] =>
  steps.map((step, at) =>
    step.stepNumber === at + 1 ? step : successor(step, { ...step, stepNumber: at + 1 }),
  );

/** One that was written by hand stays as it is. */
const environmentsWith = (chosen: string): Option[] => [
  { value: '', label: 'None' },
  ...[...new Set([...ENVIRONMENTS, chosen])].filter(Boolean).map((value) => ({ value, label: value })),
];

type StepProps = {
  number: number;
  step: BuildStep;
  /** Answers false when the step is there no longer. */
  onChange: (recipe: (step: BuildStep) => BuildStep) => boolean;
  onRemove: (() => void) | undefined;
};

/** One step of a build: what for, what is done, the commands, and how it looks when it went well. */
export function BuildStepFields({ number, step, onChange, onRemove }: StepProps) {
  const set = (part: Partial<BuildStep>) => onChange((before) => ({ ...before, ...part }));
  const area = (key: 'objective' | 'commands' | 'expectedResult', label: string, look = '') => (
    <TextArea
      label={label}
      aria-label={`${label} of step ${number}`}
      rows={2}
      className={`[&>textarea]:field-sizing-content ${look}`}
      value={step[key]}
      onChange={(event) => set({ [key]: event.target.value })}
    />
  );
  return (
    <NumberedStep
      number={number}
      step={step}
      onChange={onChange}
      imageWord="screenshot"
      withImage={(before, image) => ({
        ...before,
        screenshots: [...before.screenshots, { ...NO_IMAGE, ...image, id: nextId(before) }],
      })}
      onRemove={onRemove}
    >
      {area('objective', 'Objective')}
      <EntryList
        isSmall
        title="Actions"
        entry="Action"
        entries={step.actions}
        last="empties"
        onChange={(actions) => set({ actions })}
      />
      {area('commands', 'Commands (optional)', '[&>textarea]:tech')}
      {area('expectedResult', 'Expected Result')}
      {step.screenshots.map((shot, index) => (
        <SizedImageField
          key={shot.id}
          label={`screenshot ${index + 1} of step ${number}`}
          image={shot}
          onChange={({ imageWidth, imageHeight }) =>
            onChange((before) => ({
              ...before,
              screenshots: before.screenshots.map((one) =>
                one.id === shot.id ? { ...one, imageWidth, imageHeight } : one,
              ),
            }))
          }
          onRemove={() =>
            onChange((before) => ({
              ...before,
              screenshots: before.screenshots.filter(({ id }) => id !== shot.id),
            }))
          }
        />
      ))}
      <OtherText extras={step.extras} onChange={(extras) => set({ extras })} />
    </NumberedStep>
  );
}

/** Told apart on this screen only; the document knows them by their order. */
const nextId = ({ screenshots }: BuildStep): string =>
  String(1 + Math.max(0, ...screenshots.map(({ id }) => Number(id))));
