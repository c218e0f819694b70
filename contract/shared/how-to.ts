import {
  type Extras,
  filledFrom,
  keysOf,
  readSections,
  type Section,
  textSection,
  writeSections,
} from './form-sections.ts';
import {
  asBody,
  closed,
  fromBody,
  oneLine,
  orOneEmpty,
  readList,
  splitAtHeadings,
  withoutOuterBlankLines,
  writeList,
} from './outline.ts';
import {
  NO_IMAGE,
  NO_IMAGE_MARK,
  type SizedImage,
  splitImageOff,
  withoutNoImageMarks,
  writeImage,
} from './sized-image.ts';

/** A how-to guide as form data. The document is markdown; two functions convert between both. */

export type HowToStep = { title: string; description: string } & SizedImage;

/** Free-text fields before the steps. Type, form and markdown are derived from this table. */
export const HOW_TO_TEXTS = {
  purpose: 'Purpose',
  accessRequired: 'Access Required',
  toolsNeeded: 'Tools Needed',
  dependencies: 'Dependencies',
} as const;
type HowToText = keyof typeof HOW_TO_TEXTS;

export type HowToGuide = Record<HowToText, string> & {
  steps: HowToStep[];
  tips: string[];
  /** Text before the first step, which the form does not show. */
  stepsIntro: string;
  extras: Extras;
};

export const NEW_TIP = 'New tip';

export const emptyStep = (): HowToStep => ({ title: '', description: '', ...NO_IMAGE });

export const emptyHowTo = (): HowToGuide => ({
  ...filledFrom(HOW_TO_TEXTS, () => ''),
  steps: [emptyStep()],
  tips: [''],
  stepsIntro: '',
  extras: {},
});

const isBlank = ({ title, description, image }: HowToStep): boolean =>
  title.trim() === '' && description.trim() === '' && image === '';

const steps: Section<HowToGuide> = {
  key: 'steps',
  heading: 'Steps',
  write: (form) => {
    const isNothing = form.steps.length === 1 && form.steps.every(isBlank);
    return [closed(form.stepsIntro), ...(isNothing ? [] : form.steps.map(writeStep))]
      .filter(Boolean)
      .join('\n\n');
  },
  read: (body) => {
    const { intro, parts } = splitAtHeadings(body, 3);
    const read = parts.map(({ heading, body: text }) => readStep(heading, text));
    return { stepsIntro: intro, steps: read.length > 0 ? read : [emptyStep()] };
  },
};

function writeStep(step: HowToStep, index: number): string {
  const description = asBody(step.description, 3);
  const isMistakable = splitImageOff(description).image.image !== '';
  return [
    `### Step ${index + 1}: ${oneLine(step.title)}`.trimEnd(),
    description,
    writeImage({ ...step, name: step.name || `Step ${index + 1}` }) || (isMistakable && NO_IMAGE_MARK),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function readStep(heading: string, body: string): HowToStep {
  const { before, image } = splitImageOff(withoutOuterBlankLines(body));
  return { title: titleOfStep(heading), description: fromBody(withoutNoImageMarks(before), 3), ...image };
}

/** The number is regenerated, so it is not part of the title. */
export const titleOfStep = (heading: string): string => heading.replace(/^step\s+\d+\s*(?::|$)\s*/i, '');

const tips: Section<HowToGuide> = {
  key: 'tips',
  heading: 'Tips',
  write: (form) => writeList(form.tips),
  read: (body) => {
    const read = readList(body);
    return read && { tips: orOneEmpty(read) };
  },
};

const SECTIONS: Section<HowToGuide>[] = [
  ...keysOf(HOW_TO_TEXTS).map((key) => textSection<HowToGuide, HowToText>(key, HOW_TO_TEXTS[key])),
  steps,
  tips,
];

/** '' when every field is empty. */
export const writeHowTo = (form: HowToGuide): string => writeSections(SECTIONS, form);

export const readHowTo = (markdown: string): HowToGuide => readSections(SECTIONS, emptyHowTo(), markdown);
