import {
  BUILD_DETAILS,
  BUILD_LISTS,
  BUILD_STEP_FIELDS,
  BUILD_TEXTS,
  type BuildDocument,
  type BuildStep,
  type BuildStepField,
  emptyBuildStep,
  ENVIRONMENTS,
  newBuild,
  readBuild,
  writeBuild,
} from '../../../../contract/shared/build-document.ts';
import { keysOf } from '../../../../contract/shared/form-sections.ts';
import { NO_IMAGE } from '../../../../contract/shared/sized-image.ts';
import { classNames } from '../../../lib/class-names.ts';
import { type Option, Select } from '../../../ui/controls/select.tsx';
import { TextArea, TextField } from '../../../ui/controls/text-field.tsx';
import { numberOf, successor, withChanged } from './entry-identity.ts';
import { EntryList, OtherText, TextFields } from './text-fields.tsx';
import { ImageFields } from './image-fields.tsx';
import { removeStep, NumberedStep } from './numbered-step.tsx';
import { useFormContent } from './use-form-content.ts';
import { StepSection } from './step-section.tsx';
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
      <div className="grid gap-4 md:grid-cols-2">
        {keysOf(BUILD_DETAILS).map((key) => {
          const field = {
            label: BUILD_DETAILS[key],
            value: form[key],
            onChange: (event: { target: { value: string } }) => set(key, event.target.value),
          };
          return key === 'environment' ? (
            <Select key={key} {...field} options={environmentsWith(form.environment)} />
          ) : (
            <TextField key={key} {...field} />
          );
        })}
      </div>
      <TextFields labels={BUILD_TEXTS} values={form} onChange={set} />
      <StepSection
        title="Build Steps"
        intro={form.stepsIntro}
        onIntro={(intro) => set('stepsIntro', intro)}
        onAdd={() => changeSteps((before) => [...before, emptyBuildStep(before.length + 1)])}
      >
        {steps.map((step, index) => (
          <BuildStepFields
            key={numberOf(step)}
            number={index + 1}
            step={step}
            onChange={(recipe) => changeStep(step, recipe)}
            onRemove={steps.length > 1 ? () => removeStep(changeSteps, steps, step) : undefined}
          />
        ))}
      </StepSection>
      {keysOf(BUILD_LISTS).map((key) => (
        <EntryList
          key={key}
          title={BUILD_LISTS[key].heading}
          entry={BUILD_LISTS[key].entry}
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
      {keysOf(BUILD_STEP_FIELDS).map((key) => (
        <StepField
          key={key}
          name={key}
          number={number}
          value={step[key]}
          onChange={(value) => onChange((before) => ({ ...before, [key]: value }))}
        />
      ))}
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
      <OtherText extras={step.extras} onChange={(extras) => onChange((before) => ({ ...before, extras }))} />
    </NumberedStep>
  );
}

type StepFieldProps = {
  name: BuildStepField;
  number: number;
  value: string | string[];
  onChange: (value: string | string[]) => void;
};

function StepField({ name, number, value, onChange }: StepFieldProps) {
  const field = BUILD_STEP_FIELDS[name];
  if (typeof value !== 'string') {
    const entry = 'entry' in field ? field.entry : field.heading;
    return (
      <EntryList isSmall title={field.heading} last="empties" {...{ entry, entries: value, onChange }} />
    );
  }
  const label = 'label' in field ? field.label : field.heading;
  return (
    <TextArea
      label={label}
      aria-label={`${label} of step ${number}`}
      rows={2}
      className={classNames(
        '[&>textarea]:field-sizing-content',
        field.kind === 'code' && '[&>textarea]:tech',
      )}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Told apart on this screen only; the document knows them by their order. */
const nextId = ({ screenshots }: BuildStep): string =>
  String(1 + Math.max(0, ...screenshots.map(({ id }) => Number(id))));
