import type { BuildStep } from '../../../../contract/build-document.ts';
import { NO_IMAGE } from '../../../../contract/sized-image.ts';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { EntryList } from './entry-list.tsx';
import { NumberedStep } from './numbered-step.tsx';
import { SizedImageField } from './sized-image-field.tsx';
import { OtherText } from './text-fields.tsx';

type Props = {
  number: number;
  step: BuildStep;
  /** Answers false when the step is there no longer. */
  onChange: (recipe: (step: BuildStep) => BuildStep) => boolean;
  onRemove: (() => void) | undefined;
};

/** One step of a build: what for, what is done, the commands, and how it looks when it went well. */
export function BuildStepFields({ number, step, onChange, onRemove }: Props) {
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
