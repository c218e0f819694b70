import { type Extras, readSections, type Section, textSection, writeSections } from './form-sections.ts';
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

type Screenshot = { id: string } & SizedImage;

export type BuildStep = {
  stepNumber: number;
  title: string;
  objective: string;
  actions: string[];
  commands: string;
  expectedResult: string;
  screenshots: Screenshot[];
  extras: Extras;
};

export type BuildDocument = {
  serverName: string;
  buildEngineer: string;
  environment: string;
  serverType: string;
  osVersion: string;
  serverPurpose: string;
  keyServices: string;
  networkRequirements: string;
  storageRequirements: string;
  accessRequired: string;
  toolsNeeded: string;
  dependencies: string;
  buildSteps: BuildStep[];
  postBuildTasks: string[];
  troubleshootingNotes: string[];
  completionChecklist: string[];
  /** Text before the first step, which the form does not show. */
  stepsIntro: string;
  extras: Extras;
};

export const ENVIRONMENTS = ['Production', 'Staging', 'Development', 'Testing'];

/** Single-line fields, grouped at the start. */
export const SERVER_FIELDS = {
  serverName: 'Server Name',
  buildEngineer: 'Build Engineer',
  environment: 'Environment',
  serverType: 'Server Type',
  osVersion: 'OS Version',
} as const;
type ServerField = keyof typeof SERVER_FIELDS;

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

export const BUILD_LISTS = {
  postBuildTasks: 'Post-Build Tasks',
  troubleshootingNotes: 'Troubleshooting Notes',
  completionChecklist: 'Completion Checklist',
} as const;
export type BuildList = keyof typeof BUILD_LISTS;

export const emptyBuildStep = (stepNumber: number, title = ''): BuildStep => ({
  stepNumber,
  title,
  objective: '',
  actions: [''],
  commands: '',
  expectedResult: '',
  screenshots: [],
  extras: {},
});

const emptyBuild = (): BuildDocument => ({
  ...(Object.fromEntries(
    [...Object.keys(SERVER_FIELDS), ...Object.keys(BUILD_TEXTS)].map((key) => [key, '']),
  ) as Record<ServerField | BuildText, string>),
  buildSteps: [emptyBuildStep(1)],
  postBuildTasks: [''],
  troubleshootingNotes: [''],
  completionChecklist: [''],
  stepsIntro: '',
  extras: {},
});

/** Initial content of a new build document. */
export const newBuild = (): BuildDocument => ({
  ...emptyBuild(),
  buildSteps: [emptyBuildStep(1, 'Initial System Preparation')],
});

const serverFields = Object.entries(SERVER_FIELDS) as [ServerField, string][];

const server: Section<BuildDocument> = {
  key: 'server',
  heading: 'Server Details',
  write: (form) =>
    serverFields
      .filter(([key]) => oneLine(form[key]))
      .map(([key, label]) => `- **${label}:** ${oneLine(form[key])}`)
      .join('\n'),
  read: (body) => {
    const read: Partial<Record<ServerField, string>> = {};
    for (const line of body.split('\n').filter((text) => text.trim() !== '')) {
      const [, label, value = ''] = /^- \*\*([^*:]+):\*\*(?:[ \t]+([^\n]*))?$/.exec(line) ?? [];
      const [key] = serverFields.find(([, name]) => name.toLowerCase() === label?.toLowerCase()) ?? [];
      if (!key || key in read) return undefined;
      read[key] = value.trim();
    }
    return read;
  },
};

const listSection = (key: BuildList): Section<BuildDocument> => ({
  key,
  heading: BUILD_LISTS[key],
  write: (form) => writeList(form[key]),
  read: (body) => {
    const read = readList(body);
    return read && { [key]: orOneEmpty(read) };
  },
});

const TICKED = /^\[x\] /i;

const checklist: Section<BuildDocument> = {
  ...listSection('completionChecklist'),
  write: (form) =>
    writeList(
      form.completionChecklist
        .map(oneLine)
        .filter(Boolean)
        .map((item) => (TICKED.test(item) ? item : `[ ] ${item}`)),
    ),
  read: (body) => {
    const read = readList(body)?.map((item) => item.replace(/^\[ \](?: |$)/, ''));
    return read && { completionChecklist: orOneEmpty(read.filter(Boolean)) };
  },
};

/** Headings inside a step are below a level-3 heading. */
const LEVEL = 4;

const STEP_SECTIONS: Section<BuildStep>[] = [
  textSection('objective', 'Objective', LEVEL),
  {
    key: 'actions',
    heading: 'Actions',
    write: (step) => writeList(step.actions, (number) => `${number}. `),
    read: (body) => {
      const read = readList(body);
      return read && { actions: orOneEmpty(read) };
    },
  },
  {
    key: 'commands',
    heading: 'Commands',
    write: (step) => fencedCommands(step.commands),
    read: (body) => ({ commands: unfencedCommands(body) }),
  },
  textSection('expectedResult', 'Expected Result', LEVEL),
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
  listSection('postBuildTasks'),
  listSection('troubleshootingNotes'),
  checklist,
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
