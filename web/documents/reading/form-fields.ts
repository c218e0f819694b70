import {
  BUILD_LISTS,
  BUILD_TEXTS,
  type BuildStep,
  newBuild,
  readBuild,
  SERVER_FIELDS,
} from '../../../contract/build-document.ts';
import { HOW_TO_TEXTS, type HowToStep, readHowTo } from '../../../contract/how-to.ts';
import { readSize, type SizedImage } from '../../../contract/sized-image.ts';
import {
  areaClass,
  CONTROL_SIZES,
  controlClass,
  FIELD,
  labelClass,
} from '../../ui/controls/control-class.ts';
import { element, emptySpace } from './elements.ts';
import {
  ENTRIES,
  ENTRIES_HEAD,
  ENTRY,
  FORM,
  FORM_ROW,
  STEP,
  STEP_FIELDS,
  STEP_NUMBER,
  STEPS_HEAD,
} from './look.ts';

/**
 * The forms of the editor as plain fields in the same positions, for reading and typing. Their buttons arrive with the
 * editor.
 */

export function howToFields(content: string): HTMLElement {
  const form = readHowTo(content);
  return element(
    'div',
    FORM,
    ...Object.entries(HOW_TO_TEXTS).map(([key, label]) =>
      area(label, form[key as keyof typeof HOW_TO_TEXTS]),
    ),
    steps('Steps', form.stepsIntro, form.steps.map(howToStep)),
    entries('Tips', 'Tip', form.tips),
    ...otherText(form.extras),
  );
}

export function buildFields(content: string): HTMLElement {
  const form = content.trim() === '' ? newBuild() : readBuild(content);
  return element(
    'div',
    FORM,
    element(
      'div',
      FORM_ROW,
      ...Object.entries(SERVER_FIELDS).map(([key, label]) => {
        // The environment is chosen from a list, which arrives with the editor.
        return field(label, form[key as keyof typeof SERVER_FIELDS], { isReadOnly: key === 'environment' });
      }),
    ),
    ...Object.entries(BUILD_TEXTS).map(([key, label]) => area(label, form[key as keyof typeof BUILD_TEXTS])),
    steps('Build Steps', form.stepsIntro, form.buildSteps.map(buildStep)),
    ...Object.entries(BUILD_LISTS).map(([key, title]) =>
      entries(title, ENTRY_NAMES[key as keyof typeof BUILD_LISTS], form[key as keyof typeof BUILD_LISTS]),
    ),
    ...otherText(form.extras),
  );
}

/** The label of one entry in each list of a build document. */
export const ENTRY_NAMES: Record<keyof typeof BUILD_LISTS, string> = {
  postBuildTasks: 'Task',
  troubleshootingNotes: 'Note',
  completionChecklist: 'Check',
};

function howToStep(step: HowToStep, index: number): HTMLElement {
  const number = index + 1;
  return numbered(
    number,
    step.title,
    area(`Description of step ${number}`, step.description, {
      isLabelHidden: true,
      placeholder: DESCRIPTION_HINT,
    }),
    ...(step.image ? [sizedImage(step, 'image')] : []),
  );
}

function buildStep(step: BuildStep, index: number): HTMLElement {
  const number = index + 1;
  const part = (label: string, value: string, look = '') =>
    area(label, value, { name: `${label} of step ${number}`, look });
  return numbered(
    number,
    step.title,
    part('Objective', step.objective),
    entries('Actions', 'Action', step.actions, true),
    part('Commands (optional)', step.commands, 'tech'),
    part('Expected Result', step.expectedResult),
    ...step.screenshots.map((shot) => sizedImage(shot, 'screenshot')),
    ...otherText(step.extras),
  );
}

function steps(title: string, intro: string, items: HTMLElement[]): HTMLElement {
  const head = element('div', STEPS_HEAD, element('h2', 'text-md', title));
  head.append(element('span', 'flex-1 text-xs text-muted', String(items.length)));
  const before = intro ? [area('Text before the first step', intro, { className: 'mb-4', rows: 3 })] : [];
  return element('section', '', head, ...before, element('ol', '', ...items));
}

function numbered(number: number, title: string, ...parts: HTMLElement[]): HTMLElement {
  const mark = element('span', STEP_NUMBER, String(number));
  mark.setAttribute('aria-hidden', 'true');
  const line = element(
    'div',
    'flex items-center gap-1',
    field(`Title of step ${number}`, title, { isInRow: true }),
    emptySpace(BUTTON_ROOM),
    emptySpace(BUTTON_ROOM),
  );
  return element('li', STEP, mark, element('section', STEP_FIELDS, line, ...parts));
}

/** The placeholder of an empty step, which also determines the height of its field. */
export const DESCRIPTION_HINT = 'How it is done; a screenshot can be pasted or dropped here';

/** The width of an icon button. */
const BUTTON_ROOM = 'w-8 flex-none max-md:w-10';

function entries(title: string, entry: string, values: string[], isSmall = false): HTMLElement {
  const heading = isSmall ? element('h3', 'text-sm font-medium!', title) : element('h2', 'text-md', title);
  const items = values.map((value, index) =>
    element('li', ENTRY, field(`${entry} ${index + 1}`, value, { isInRow: true }), emptySpace(BUTTON_ROOM)),
  );
  return element('section', '', element('div', ENTRIES_HEAD, heading), element('ul', ENTRIES, ...items));
}

const otherText = (extras: Record<string, string>): HTMLElement[] =>
  Object.entries(extras).map(([place, text], index) => {
    const control = area(`Other text ${index + 1}`, text, { look: 'tech', rows: 3 });
    control.append(element('p', 'text-xs text-muted', hintOf(place)));
    return control;
  });

/** Explains where text between the fields of a form belongs. */
export const hintOf = (place: string): string =>
  place === ''
    ? 'Stands before the fields of this form'
    : 'Stands between the fields of this form, as it was written';

/** A single-line field. */
function field(label: string, value: string, { isInRow = false, isReadOnly = false } = {}): HTMLElement {
  const control = element('input', `${controlClass} ${CONTROL_SIZES.normal}`);
  control.type = 'text';
  control.readOnly = isReadOnly;
  control.value = value;
  const tied = tie(label, control, isInRow);
  tied.append(element('div', 'relative', control));
  if (isInRow) tied.classList.add('flex-1');
  return tied;
}

type AreaLook = {
  isLabelHidden?: boolean;
  /** Accessible name, if the label is not enough. */
  name?: string;
  look?: string;
  className?: string;
  rows?: number;
  placeholder?: string;
};

/** A multi-line field. */
function area(label: string, value: string, options: AreaLook = {}): HTMLElement {
  const { isLabelHidden = false, name, look = '', className = '', rows = 2, placeholder = '' } = options;
  const isFixed = label === 'Text before the first step';
  const control = element('textarea', `${areaClass} ${isFixed ? '' : 'field-sizing-content'} ${look}`);
  control.rows = rows;
  control.placeholder = placeholder;
  control.value = value;
  if (name) control.setAttribute('aria-label', name);
  const tied = tie(label, control, isLabelHidden);
  tied.append(control);
  if (className) tied.classList.add(className);
  return tied;
}

let count = 0;
function tie(text: string, control: HTMLElement, isHidden: boolean): HTMLElement {
  control.id = `readable-${++count}`;
  const label = element('label', labelClass(isHidden), text);
  label.htmlFor = control.id;
  return element('div', FIELD, label);
}

const buttonPlaceholder = (words: string): HTMLElement =>
  element('span', 'h-7 border px-2 text-sm font-medium whitespace-nowrap', words);

/** The hint next to an image of a form. */
export const SIZE_HINT = 'Drag the corner, or type. At least 100 × 60.';

/** Reserves space for the size fields. */
function sizedImage({ image: src, name, imageWidth, imageHeight }: SizedImage, word: string): HTMLElement {
  const image = element('img', 'max-w-full rounded-[6px] border border-border');
  Object.assign(image, { src, alt: name, draggable: false });
  image.style.width = lengthOf(imageWidth);
  image.style.height = lengthOf(imageHeight);
  const frame = element('div', 'max-w-full', element('span', 'inline-block max-w-full leading-0', image));
  const sizes = element(
    'div',
    'invisible flex min-w-44 flex-col items-start gap-2',
    emptySpace('h-8 w-50 max-md:h-10'),
    element('p', 'text-xs', SIZE_HINT),
    element('div', 'flex flex-wrap gap-2', ...['Reset size', `Remove ${word}`].map(buttonPlaceholder)),
  );
  sizes.setAttribute('aria-hidden', 'true');
  return element('div', 'flex flex-wrap items-start gap-4', frame, sizes);
}

const lengthOf = (size: string): string => {
  const read = readSize(size) ?? 'auto';
  return read === 'auto' ? '' : read;
};
