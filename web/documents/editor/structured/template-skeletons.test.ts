import { describe, expect, test } from 'vitest';
import { readBuild } from '../../../../contract/shared/build-document.ts';
import { TemplateType } from '../../../../contract/shared/document-words.ts';
import { readHowTo } from '../../../../contract/shared/how-to.ts';
import { contentForType } from './template-skeletons.ts';

describe('ED-02 the skeleton of a type', () => {
  test.each(TemplateType.options)('%s has its own', (type) => {
    const skeleton = contentForType('', type);
    expect(skeleton.trim().length).toBeGreaterThan(100);
    const others = TemplateType.options.filter((other) => other !== type);
    expect(others.map((other) => contentForType('', other))).not.toContain(skeleton);
  });

  test('replaces an unchanged skeleton, but never written text', () => {
    const first = contentForType('', 'maintenance');
    expect(contentForType(first, 'troubleshooting')).toBe(contentForType('', 'troubleshooting'));
    expect(contentForType(first, null)).toBe('');
    expect(contentForType(`${first}More`, 'troubleshooting')).toBe(`${first}More`);
  });

  test('of the two forms fills the form and leaves no other text', () => {
    const guide = readHowTo(contentForType('', 'how_to_guide'));
    expect(guide).toMatchObject({ extras: {}, stepsIntro: '' });
    expect(guide.steps).toHaveLength(3);
    const build = readBuild(contentForType('', 'build_document'));
    expect(build).toMatchObject({ extras: {}, stepsIntro: '' });
    expect(build.buildSteps[0]?.title).toBe('Initial System Preparation');
  });
});
