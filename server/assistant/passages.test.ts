import { describe, expect, test } from 'vitest';
import { NO_IMAGE_MARK } from '../../contract/sized-image.ts';
import { lexemesOf } from '../search/queries.ts';
import { bestPassage } from './passages.ts';

const PATCHING = {
  title: 'How to patch the heron relay',
  content: `## Purpose

Bring the heron relay up to date: patch it, one site after the other.

## Access Required

Administrator on the hosts

## Tools Needed

ssh, the change calendar

## Steps

### Step 1: Take the site out

Set it to maintenance.

### Step 2: Install the updates

\`\`\`sh
sudo apt-get upgrade
\`\`\`

## Tips

- Never two sites on one day`,
};
const RESTART = {
  title: 'Restart the heron relay',
  content: `## What it is for

The heron relay sends letters. Its restart takes a minute.

## Before you start

Tell the service desk.

## Restart

\`\`\`sh
sudo systemctl restart heron-relay
\`\`\`

## Afterwards

No errors in the log.

## Who needs it

Shops of the region.`,
};

const passageOf = (document: typeof RESTART, question: string) => {
  const words = lexemesOf(question).map((lexeme) => ({
    lexeme,
    query: `'${lexeme}'`,
    entries: 1,
    weight: 2,
  }));
  return bestPassage(document, { question, words });
};

describe('AI-09 the part of a document that is asked for is what is quoted', () => {
  test.each([
    ['What access do I need to patch the heron relay?', 'Access Required'],
    ['tools needed to patch the heron relay', 'Tools Needed'],
    ['which tools are required to patch the heron relay', 'Tools Needed'],
    ['steps to patch the heron relay', 'Steps'],
    ['how do I patch the heron relay', 'Steps'],
    ['tips for patching the heron relay', 'Tips'],
    ['purpose of patching the heron relay', 'Purpose'],
  ])('AI-09 of the guide: %s', (question, heading) => {
    expect(passageOf(PATCHING, question)?.heading).toBe(heading);
  });

  test.each([
    ['how do I restart the heron relay', 'Restart'],
    ['before I restart the heron relay', 'Before you start'],
    ['What must I do before restarting the heron relay?', 'Before you start'],
    ['after I restart the heron relay', 'Afterwards'],
    ['who needs the heron relay', 'Who needs it'],
    ['does the heron relay send letters', 'What it is for'],
  ])('AI-09 of the instruction: %s', (question, heading) => {
    expect(passageOf(RESTART, question)?.heading).toBe(heading);
  });

  test('AI-09 steps are quoted one after the other, each with its name', () => {
    expect(passageOf(PATCHING, 'steps to patch the heron relay')).toEqual({
      heading: 'Steps',
      id: 'steps',
      quote: `> **Step 1: Take the site out**
>
> Set it to maintenance.
>
> **Step 2: Install the updates**
>
> \`\`\`
> sudo apt-get upgrade
> \`\`\``,
    });
  });

  test('AI-09 a heading with one word of many does not win over the place that has them all', () => {
    const document = {
      title: 'Heron pump',
      content: '## Upgrade\n\nAsk Ann.\n\n## Faults\n\nIt whistles loudly in frost since the upgrade.',
    };
    expect(passageOf(document, 'why does the heron pump whistle in frost since its upgrade')?.heading).toBe(
      'Faults',
    );
  });

  test('ED-10 what says that a step has no image is neither a reason for a place nor in its quotation', () => {
    const marked = `## One\n\nHeron.\n\n${NO_IMAGE_MARK}\n\nIt flies.\n\n## Two\n\nThe image of the heron.`;
    const ofHeron = (question: string) => passageOf({ title: 'Birds', content: marked }, question);
    expect(ofHeron('image of the step of the heron')?.heading).toBe('Two');
    expect(ofHeron('heron flies')).toMatchObject({
      heading: 'One',
      quote: expect.not.stringContaining('image'),
    });
  });
});
