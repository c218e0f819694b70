import { describe, expect, test } from 'vitest';
import {
  type BuildDocument,
  type BuildStep,
  emptyBuildStep,
  ENVIRONMENTS,
  newBuild,
  readBuild,
  writeBuild,
} from './build-document.ts';
import { emptyHowTo, type HowToGuide, readHowTo, writeHowTo } from './how-to.ts';
import { oneLine, orOneEmpty, withoutOuterBlankLines } from './outline.ts';
import { NO_IMAGE_MARK } from './sized-image.ts';
import { withNumbers, withoutNumbers } from './written-numbers.ts';
import { fc } from '../../test/properties.ts';

/** Lines that a parser could mistake for something else. */
const line = fc.oneof(
  fc.constantFrom(
    'a\u2028b',
    '',
    '  ',
    '# One',
    '## Purpose',
    '### Step 2: No',
    '#### Actions',
    '##',
    '\\## Escaped',
    '\\\\# Twice',
    '```',
    '```sh',
    '~~~',
    '````',
    '\\```',
    '   ```',
    '    # code',
    '- item',
    '1. item',
    '- [ ] todo',
    '**Bold:**',
    '<!-- width=1px height=auto -->',
    '![a](b) after',
    'a `b` c',
    '> quote',
    '---',
    '| a | b |',
    '<details>',
    '`````` x`',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[\n\r\0]/g, ' ')),
);

/** A field stores text without blank lines around it. */
const text = fc.array(line, { maxLength: 6 }).map((lines) => withoutOuterBlankLines(lines.join('\n')));
/** Some texts end like an image of the step. */
const description = fc
  .tuple(text, fc.constantFrom('', '\n\n![graph](/objects/x)'))
  .map(([value, end]) => withoutOuterBlankLines(value + end));
const single = line.map((value) => oneLine(value));
const title = single.filter((value) => !/^step\s+\d+\s*(:|$)/i.test(value));
const list = fc.array(single, { maxLength: 4 }).map((items) => orOneEmpty(items.filter(Boolean)));
const size = fc.oneof(
  fc.constant('auto'),
  fc.integer({ min: 1, max: 9_999 }).map((pixels) => `${pixels}px`),
);
const shot = fc.record({
  image: fc.uuid().map((id) => `/objects/${id}`),
  name: fc.stringMatching(/^[\w.-]{1,12}$/),
  imageWidth: size,
  imageHeight: size,
});
const noShot = fc.constant({ image: '', name: '', imageWidth: '300px', imageHeight: 'auto' });
/** Sections under a heading of the writer, with closed code blocks. */
const extra = fc.constantFrom(
  '## Rollback\n\nSwitch *back*.\n\n```sh\n## no heading\n```',
  '# On top',
  '## Notes\n### Sub\n- [x] a',
);
const stepExtra = fc.constantFrom('#### Risks\n\nNone.', '#### Time\n- ten minutes');

const howTo = fc.record({
  purpose: text,
  accessRequired: text,
  toolsNeeded: text,
  dependencies: text,
  steps: fc.array(
    fc
      .record({ title, description, shot: fc.oneof(shot, noShot) })
      .map(({ shot: image, ...step }) => ({ ...step, ...image })),
    { minLength: 1, maxLength: 3 },
  ),
  tips: list,
  stepsIntro: fc.constantFrom('', 'Take your time.'),
  extras: fc.oneof(
    fc.constant({}),
    extra.map((value) => ({ '': `Intro\n\n${value}` })),
    extra.map((value) => ({ steps: value })),
  ),
});

const buildStep = fc.record({
  title,
  objective: text,
  actions: list,
  commands: text.filter((value) => !/^(`{3,}|~{3,})/.test(value)),
  expectedResult: text,
  screenshots: fc
    .array(shot, { maxLength: 2 })
    .map((shots) => shots.map((one, index) => ({ id: String(index + 1), ...one }))),
  extras: fc.oneof(
    fc.constant({}),
    stepExtra.map((value) => ({ '': value })),
  ),
});

const ticked = (items: string[]) => items.map((item) => item.replace(/^\[ \](?: |$)/, '')).map(oneLine);
const build = fc.record({
  serverName: single,
  buildEngineer: single,
  environment: fc.constantFrom('', ...ENVIRONMENTS, 'Lab'),
  serverType: single,
  osVersion: single,
  serverPurpose: text,
  keyServices: text,
  networkRequirements: text,
  storageRequirements: text,
  accessRequired: text,
  toolsNeeded: text,
  dependencies: text,
  buildSteps: fc
    .array(buildStep, { minLength: 1, maxLength: 3 })
    .map((steps) => steps.map((step, index): BuildStep => ({ ...step, stepNumber: index + 1 }))),
  postBuildTasks: list,
  troubleshootingNotes: list,
  completionChecklist: list.map((items) => orOneEmpty(ticked(items).filter(Boolean))),
  stepsIntro: fc.constantFrom('', 'In this order.'),
  extras: fc.oneof(
    fc.constant({}),
    extra.map((value) => ({ '': `Intro\n\n${value}` })),
  ),
});

/** Extras follow the section before them. If that section is empty, it is not written, and they move up. */
const hasSteps = (form: HowToGuide) => writeHowTo({ ...form, extras: {} }).includes('## Steps');

describe('ED-05 how-to guides', () => {
  test('form → Markdown → form is the identity', () => {
    fc.assert(
      fc.property(howTo, (form: HowToGuide) => {
        fc.pre(!('steps' in form.extras) || hasSteps(form));
        const markdown = writeHowTo(form);
        expect(readHowTo(markdown)).toEqual(named(form));
        // A merge numbers the steps afterwards. This must lose nothing either.
        expect(withNumbers(withoutNumbers(markdown))).toBe(markdown);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('keeps every line of any text in the Markdown of its form', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const markdown = writeHowTo(readHowTo(lines.join('\n')));
        const words = lines.flatMap((value) => value.match(/[\p{L}\p{N}]{2,}/gu) ?? []);
        const lost = words.filter((word) => !/^(step|purpose|\d+)$/i.test(word) && !markdown.includes(word));
        expect(lost).toEqual([]);
        expect(writeHowTo(readHowTo(markdown))).toBe(markdown);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('ED-10 the comment for a step without an image is no text, also if a merge moved it into text', () => {
    const step = (description: string) =>
      readHowTo(`## Steps\n\n### Step 1: Look\n\n${description}`).steps[0];
    const mine = 'Mine.\n\n![a](/objects/a)';
    expect(step(`${mine}\n\n${NO_IMAGE_MARK}`)).toMatchObject({ description: mine, image: '' });
    expect(step(`${mine}\n\n${NO_IMAGE_MARK}\nTheirs.`)).toMatchObject({
      description: `${mine}\n\nTheirs.`,
      image: '',
    });
    expect(step(`${mine}\n\n${NO_IMAGE_MARK}\n\n![b](/objects/b)`)).toMatchObject({
      description: mine,
      image: '/objects/b',
    });
    const example = `\`\`\`html\n${NO_IMAGE_MARK}\n\`\`\``;
    expect(step(`${example}\nSo.`)).toMatchObject({ description: `${example}\nSo.` });
  });

  test('an empty form is an empty document', () => {
    expect(writeHowTo(emptyHowTo())).toBe('');
    expect(readHowTo('')).toEqual(emptyHowTo());
  });

  test('a handwritten guide is read; its extra sections stay at their place, word for word', () => {
    const hand = [
      '# Fail over',
      'Read this first.',
      '## purpose:',
      'Promote `mel-db-02`.',
      '## Who to call',
      '- Storage',
      '## STEPS',
      'Ten minutes.',
      '### Check the replica',
      'Look.',
      '```sh',
      '## not a heading',
      '```',
      '![Graph](/objects/x)',
      '### Step 7: Promote',
      '## Tips',
      '- Stay calm',
      '- Breathe',
    ].join('\n');
    const form = readHowTo(hand);
    expect(form.purpose).toBe('Promote `mel-db-02`.');
    expect(form.extras).toEqual({
      '': '# Fail over\nRead this first.',
      purpose: '## Who to call\n- Storage',
    });
    expect(form.steps.map(({ title: name }) => name)).toEqual(['Check the replica', 'Promote']);
    // An image without a size, as a model writes it, is 200 pixels high.
    expect(form.steps[0]).toMatchObject({
      description: 'Look.\n```sh\n## not a heading\n```',
      image: '/objects/x',
      name: 'Graph',
      imageWidth: '300px',
      imageHeight: '200px',
    });
    expect(form.tips).toEqual(['Stay calm', 'Breathe']);
    const written = writeHowTo({ ...form, tips: [...form.tips, 'Third'] });
    expect(written).toContain(
      '## Who to call\n- Storage\n\n## Steps\n\nTen minutes.\n\n### Step 1: Check the replica',
    );
    expect(written).toContain('<!-- width=300px height=200px -->\n![Graph](/objects/x)');
    expect(written.endsWith('- Breathe\n- Third')).toBe(true);
  });

  test('a list that is no list of the form stays unchanged, beside that of the form', () => {
    const form = readHowTo('## Tips\n\nOnly one: wait.\n\nReally.');
    expect(form.tips).toEqual(['']);
    const written = writeHowTo({ ...form, tips: ['Listen'] });
    expect(written).toContain('Only one: wait.\n\nReally.');
    expect(readHowTo(written).tips).toEqual(['Listen']);
  });
});

/** An image without a name gets the name of its step. */
const named = (form: HowToGuide): HowToGuide => ({
  ...form,
  steps: form.steps.map((step, index) => ({
    ...step,
    name: step.image && (step.name || `Step ${index + 1}`),
  })),
});

describe('ED-06 build documents', () => {
  test('form → Markdown → form is the identity', () => {
    fc.assert(
      fc.property(build, (form: BuildDocument) => {
        const markdown = writeBuild(form);
        expect(readBuild(markdown)).toEqual(form);
        expect(withNumbers(withoutNumbers(markdown))).toBe(markdown);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('writing any text a second time changes nothing', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const markdown = writeBuild(readBuild(lines.join('\n')));
        expect(writeBuild(readBuild(markdown))).toBe(markdown);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('a new one begins with the preparation of the system', () => {
    expect(newBuild().buildSteps).toEqual([{ ...emptyBuildStep(1), title: 'Initial System Preparation' }]);
    expect(readBuild(writeBuild(newBuild()))).toEqual(newBuild());
  });

  test('a handwritten one is read, including ticks, languages and extra details', () => {
    const hand =
      '## Server Details\n\n- **Server Name:** MEL-HV-07\n- **Environment:** Lab\n\n## Rack\n' +
      'B7\n\n## Build Steps\n### Firmware\nFirst of all.\n#### Commands\n```powershell\n' +
      'Get-Item\n```\n#### Risks\nNone\n## Completion Checklist\n- [x] Racked\n- [ ] Tested';
    const form = readBuild(hand);
    expect(form).toMatchObject({
      serverName: 'MEL-HV-07',
      environment: 'Lab',
      extras: { server: '## Rack\nB7' },
    });
    expect(form.buildSteps[0]).toMatchObject({
      title: 'Firmware',
      commands: '```powershell\nGet-Item\n```',
      extras: { '': 'First of all.', commands: '#### Risks\nNone' },
    });
    expect(form.completionChecklist).toEqual(['[x] Racked', 'Tested']);
    const written = writeBuild(form);
    for (const kept of [
      '## Rack\nB7',
      'First of all.',
      '```powershell\nGet-Item\n```',
      '#### Risks\nNone',
      '- [x] Racked\n- [ ] Tested',
    ])
      expect(written).toContain(kept);
    expect(readBuild(written)).toEqual(form);
  });
});
