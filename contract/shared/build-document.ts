import {
  type Extras,
  filledFrom,
  keysOf,
  readSections,
  type Section,
  textSection,
  writeSections,
} from './form-sections.ts';
import { titleOfStep } from './how-to.ts';
import {
  closed,
  oneLine,
  orOneEmpty,
  readList,
  splitAtHeadings,
  writeList,
  withoutOuterBlankLines,
} from './outline.ts';
import { type SizedImage, splitImageOff, writeImage } from './sized-image.ts';

/** Converts server build documents between form and markdown, as for how-to guides. */

/** The fields of the form in their order. Type, form and markdown are derived from these tables. */

/** Single-line fields, grouped at the start. */
export const BUILD_DETAILS = {
  serverName: 'Server Name',
  buildEngineer: 'Build Engineer',
  environment: 'Environment',
  serverType: 'Server Type',
  osVersion: 'OS Version',
} as const;
type BuildDetail = keyof typeof BUILD_DETAILS;

export const ENVIRONMENTS = ['Production', 'Staging', 'Development', 'Testing'];

export const BUILD_TEXTS = {
  serverPurpose: 'Server Purpose',
  keyServices: 'Key Services',
  networkRequirements: 'Network Requirements',
  storageRequirements: 'Storage Requirements',
  accessRequired: 'Access Required',
  toolsNeeded: 'Tools Needed',
  dependencies: 'Dependencies',
} as const;
export type BuildText = keyof typeof BUILD_TEXTS;

/** Lists after the steps; `entry` is the name of one entry. */
export const BUILD_LISTS = {
  postBuildTasks: { heading: 'Post-Build Tasks', entry: 'Task' },
  troubleshootingNotes: { heading: 'Troubleshooting Notes', entry: 'Note' },
  completionChecklist: { heading: 'Completion Checklist', entry: 'Check', isChecklist: true },
} as const;
export type BuildList = keyof typeof BUILD_LISTS;

/** Fields of one step between its title and its screenshots. */
export const BUILD_STEP_FIELDS = {
  objective: { kind: 'text', heading: 'Objective' },
  actions: { kind: 'list', heading: 'Actions', entry: 'Action' },
  commands: { kind: 'code', heading: 'Commands', label: 'Commands (optional)' },
  expectedResult: { kind: 'text', heading: 'Expected Result' },
} as const;
type StepFields = typeof BUILD_STEP_FIELDS;
export type BuildStepField = keyof StepFields;

type Screenshot = { id: string } & SizedImage;

export type BuildStep = {
  [Field in BuildStepField]: StepFields[Field]['kind'] extends 'list' ? string[] : string;
} & { stepNumber: number; title: string; screenshots: Screenshot[]; extras: Extras };

export type BuildDocument = Record<BuildDetail | BuildText, string> &
  Record<BuildList, string[]> & {
    buildSteps: BuildStep[];
    /** Text before the first step, which the form does not show. */
    stepsIntro: string;
    extras: Extras;
  };

export const emptyBuildStep = (stepNumber: number, title = ''): BuildStep => ({
  ...(filledFrom(BUILD_STEP_FIELDS, ({ kind }: { kind: string }) => (kind === 'list' ? [''] : '')) as Pick<
    BuildStep,
    BuildStepField
  >),
  stepNumber,
  title,
  screenshots: [],
  extras: {},
});

const emptyBuild = (): BuildDocument => ({
  ...filledFrom(BUILD_DETAILS, () => ''),
  ...filledFrom(BUILD_TEXTS, () => ''),
  ...filledFrom(BUILD_LISTS, () => ['']),
  buildSteps: [emptyBuildStep(1)],
  stepsIntro: '',
  extras: {},
});

/** Initial content of a new build document. */
export const newBuild = (): BuildDocument => ({
  ...emptyBuild(),
  buildSteps: [emptyBuildStep(1, 'Initial System Preparation')],
});

const details = Object.entries(BUILD_DETAILS) as [BuildDetail, string][];

const server: Section<BuildDocument> = {
  key: 'server',
  heading: 'Server Details',
  write: (form) =>
    details
      .filter(([key]) => oneLine(form[key]))
      .map(([key, label]) => `- **${label}:** ${oneLine(form[key])}`)
      .join('\n'),
  read: (body) => {
    const read: Partial<Record<BuildDetail, string>> = {};
    for (const line of body.split('\n').filter((text) => text.trim() !== '')) {
      const [, label, value = ''] = /^- \*\*([^*:]+):\*\*(?:[ \t]+([^\n]*))?$/.exec(line) ?? [];
      const [key] = details.find(([, name]) => name.toLowerCase() === label?.toLowerCase()) ?? [];
      if (!key || key in read) return undefined;
      read[key] = value.trim();
    }
    return read;
  },
};

const TICKED = /^\[x\] /i;

/** In a checklist each entry has a box, which the form does not show while it is empty. */
function listSection(key: BuildList): Section<BuildDocument> {
  const isChecklist = 'isChecklist' in BUILD_LISTS[key];
  const written = (entry: string) => (isChecklist && entry && !TICKED.test(entry) ? `[ ] ${entry}` : entry);
  const read = (entry: string) => (isChecklist ? entry.replace(/^\[ \](?: |$)/, '') : entry);
  return {
    key,
    heading: BUILD_LISTS[key].heading,
    write: (form) => writeList(form[key].map((entry) => written(oneLine(entry)))),
    read: (body) => {
      const entries = readList(body)?.map(read);
      return entries && { [key]: orOneEmpty(entries.filter(Boolean)) };
    },
  };
}

/** Headings inside a step are below a level-3 heading. */
const LEVEL = 4;

function stepSection(key: BuildStepField): Section<BuildStep> {
  const { kind, heading } = BUILD_STEP_FIELDS[key];
  if (kind === 'list') {
    return {
      key,
      heading,
      write: (step) => writeList(step[key] as string[], (number) => `${number}. `),
      read: (body) => {
        const read = readList(body);
        return read && { [key]: orOneEmpty(read) };
      },
    };
  }
  if (kind === 'code') {
    return {
      key,
      heading,
      write: (step) => fencedCommands(step[key] as string),
      read: (body) => ({ [key]: unfencedCommands(body) }),
    };
  }
  return textSection(key as 'objective', heading, LEVEL);
}

const STEP_SECTIONS: Section<BuildStep>[] = [
  ...keysOf(BUILD_STEP_FIELDS).map(stepSection),
  {
    key: 'screenshots',
    heading: 'Screenshots',
    write: (step) => step.screenshots.map(writeImage).filter(Boolean).join('\n\n'),
    read: (body) => {
      const screenshots = readScreenshots(body);
      return screenshots && { screenshots };
    },
  },
];

/** Undefined when there is anything but images. */
function readScreenshots(body: string): Screenshot[] | undefined {
  const read: SizedImage[] = [];
  let rest = body.trim();
  while (rest !== '') {
    const { before, image } = splitImageOff(rest);
    if (!image.image) return undefined;
    read.unshift(image);
    rest = before.trim();
  }
  return read.map((image, index) => ({ id: String(index + 1), ...image }));
}

const steps: Section<BuildDocument> = {
  key: 'buildSteps',
  heading: 'Build Steps',
  write: (form) => {
    const written = form.buildSteps.map(writeStep);
    const isNothing = written.length === 1 && written[0] === '### Step 1:';
    return [closed(form.stepsIntro), ...(isNothing ? [] : written)].filter(Boolean).join('\n\n');
  },
  read: (body) => {
    const { intro, parts } = splitAtHeadings(body, 3);
    const read = parts.map(({ heading, body: text }, index) => ({
      ...readSections(STEP_SECTIONS, emptyBuildStep(index + 1), text, LEVEL),
      title: titleOfStep(heading),
    }));
    return { stepsIntro: intro, buildSteps: read.length > 0 ? read : [emptyBuildStep(1)] };
  },
};

function writeStep(step: BuildStep, index: number): string {
  const head = `### Step ${index + 1}: ${oneLine(step.title)}`.trimEnd();
  const body = writeSections(STEP_SECTIONS, step, LEVEL);
  return body ? `${head}\n\n${body}` : head;
}

const SECTIONS: Section<BuildDocument>[] = [
  server,
  ...(Object.entries(BUILD_TEXTS) as [BuildText, string][]).map(([key, heading]) =>
    textSection<BuildDocument, BuildText>(key, heading),
  ),
  steps,
  ...keysOf(BUILD_LISTS).map(listSection),
];

/** '' when every field is empty. */
export const writeBuild = (form: BuildDocument): string => writeSections(SECTIONS, form);

export const readBuild = (markdown: string): BuildDocument => readSections(SECTIONS, emptyBuild(), markdown);

const ONE_BLOCK = /^(`{3,}|~{3,})([^\n]*)\n(?:([\s\S]*)\n)?\1[^\S\n]*$/;

/** Language and content of a text that is exactly one code block. */
function blockIn(text: string): { language: string; inside: string } | undefined {
  const [, mark = '', language = '', inside = ''] = ONE_BLOCK.exec(text) ?? [];
  const isClosedBefore = inside.split('\n').some((line) => line.trimStart().startsWith(mark));
  return mark && !isClosedBefore ? { language: language.trim(), inside } : undefined;
}

/** Formats commands as a code block. Keeps a block that already has a language. */
function fencedCommands(commands: string): string {
  const text = withoutOuterBlankLines(commands);
  if (text === '' || blockIn(text)?.language) return text;
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** Extracts the commands again; anything but one plain code block is returned unchanged. */
function unfencedCommands(body: string): string {
  const text = withoutOuterBlankLines(body);
  const block = blockIn(text);
  return block && !block.language ? withoutOuterBlankLines(block.inside) : text;
}
