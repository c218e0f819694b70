import {
  emptyStep,
  HOW_TO_TEXTS,
  type HowToGuide,
  type HowToStep,
  NEW_TIP,
  readHowTo,
  writeHowTo,
} from '../../../../contract/shared/how-to.ts';
import { NO_IMAGE, writeImage } from '../../../../contract/shared/sized-image.ts';
import { TextArea } from '../../../ui/controls/text-field.tsx';
import { EnhanceField } from '../enhance/enhance-field.tsx';
import { numberOf, withChanged } from './entry-identity.ts';
import { EntryList, OtherText, TextFields } from './text-fields.tsx';
import { ImageFields } from './image-fields.tsx';
import { NumberedStep, removeStep } from './numbered-step.tsx';
import { StepSection } from './step-section.tsx';
import { SizedImageField } from './sized-image-field.tsx';
import { type Change, useFormContent } from './use-form-content.ts';

const dialect = { read: readHowTo, write: writeHowTo, steps: (form: HowToGuide) => form.steps };

type Props = { category: string; content: string; onChange: (content: string) => void };

/** A how-to guide as a form; its markdown is written anew with each change. */
export function HowToForm({ category, content, onChange }: Props) {
  const [form, change] = useFormContent(content, onChange, dialect);
  return (
    <ImageFields>
      <TextFields
        labels={HOW_TO_TEXTS}
        values={form}
        onChange={(key, value) => change((before) => ({ ...before, [key]: value }))}
        atLabel={{
          purpose: (
            <EnhanceField
              field="purpose"
              value={form.purpose}
              category={category}
              onChange={(purpose) => change((before) => ({ ...before, purpose }))}
            />
          ),
        }}
      />
      <Steps form={form} change={change} />
      <EntryList
        title="Tips"
        entry="Tip"
        entries={form.tips}
        newEntry={NEW_TIP}
        last="stays"
        onChange={(tips) => change((before) => ({ ...before, tips }))}
      />
      <OtherText extras={form.extras} onChange={(extras) => change((before) => ({ ...before, extras }))} />
    </ImageFields>
  );
}

function Steps({ form, change }: { form: HowToGuide; change: Change<HowToGuide> }) {
  const { steps } = form;
  const changeSteps = (recipe: (steps: HowToStep[]) => HowToStep[]) =>
    change((before) => ({ ...before, steps: recipe(before.steps) }));
  return (
    <StepSection
      title="Steps"
      intro={form.stepsIntro}
      onIntro={(stepsIntro) => change((before) => ({ ...before, stepsIntro }))}
      onAdd={() => changeSteps((before) => [...before, emptyStep()])}
    >
      {steps.map((step, index) => (
        <Step
          key={numberOf(step)}
          number={index + 1}
          step={step}
          onChange={(recipe) =>
            change((before) => {
              const changed = withChanged(before.steps, numberOf(step), recipe);
              return changed ? { ...before, steps: changed } : before;
            })
          }
          onRemove={steps.length > 1 ? () => removeStep(changeSteps, steps, step) : undefined}
        />
      ))}
    </StepSection>
  );
}

type StepProps = {
  number: number;
  step: HowToStep;
  onChange: (recipe: (step: HowToStep) => HowToStep) => boolean;
  onRemove: (() => void) | undefined;
};

function Step({ number, step, onChange, onRemove }: StepProps) {
  const set = (part: Partial<HowToStep>) => onChange((before) => ({ ...before, ...part }));
  return (
    <NumberedStep
      number={number}
      step={step}
      onChange={onChange}
      imageWord="image"
      withImage={withImage}
      onRemove={onRemove}
    >
      <TextArea
        label={`Description of step ${number}`}
        hideLabel
        rows={2}
        className="[&>textarea]:field-sizing-content"
        placeholder="How it is done; a screenshot can be pasted or dropped here"
        value={step.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      {step.image && (
        <SizedImageField
          label={`image of step ${number}`}
          image={step}
          onChange={({ imageWidth, imageHeight }) => set({ imageWidth, imageHeight })}
          onRemove={() => set(NO_IMAGE)}
        />
      )}
    </NumberedStep>
  );
}

/** A step has one image of its own, its last; the one before becomes a part of its description, so that none is lost. */
function withImage(step: HowToStep, added: { image: string; name: string }): HowToStep {
  const description = [step.description.trimEnd(), writeImage(step)].filter(Boolean).join('\n\n');
  return { ...step, ...NO_IMAGE, ...added, ...(step.image && { description }) };
}
