import { describe, expect, test } from 'vitest';
import { readPage } from './page.ts';

const read = (source: string, path = 'runbooks/restart.md') => readPage(path, Buffer.from(source));
const fieldsOf = (source: string, path?: string) => {
  const page = read(source, path);
  if ('problem' in page) throw new Error(page.problem);
  return page.fields;
};
const problemOf = (source: string) => {
  const page = read(source);
  return 'problem' in page ? page.problem : undefined;
};
const withFrontMatter = (...lines: string[]) => ['---', ...lines, '---', 'Text.'].join('\n');

describe('OPS-04 front matter', () => {
  test('KB-11 lines across a page are no front matter, wherever they stand', () => {
    for (const source of ['# Two lines\n\n---\nowner: Ann\n---\n\nRest.', 'Up\n---\n- a\n---\nRest.'])
      expect(fieldsOf(source).content).toBe(source);
  });

  test('OPS-04 every field is taken over', () => {
    const source = withFrontMatter(
      'title: Patch the hypervisors',
      'excerpt: One host at a time',
      'category: Virtualisation',
      'tags: [vmware, patching]',
      'technology: vSphere',
      'domain: compute',
      'templateType: how_to_guide',
      'published: true',
      'template: true',
    );
    expect(fieldsOf(source)).toEqual({
      title: 'Patch the hypervisors',
      content: 'Text.',
      excerpt: 'One host at a time',
      category: 'Virtualisation',
      tags: ['vmware', 'patching'],
      technology: 'vSphere',
      domain: 'compute',
      templateType: 'how_to_guide',
      isPublished: true,
      isTemplate: true,
    });
  });

  test('OPS-04 a description is the excerpt where there is none', () => {
    expect(fieldsOf(withFrontMatter('description: In short')).excerpt).toBe('In short');
    expect(fieldsOf(withFrontMatter('description: Long', 'excerpt: Short')).excerpt).toBe('Short');
  });

  test.each([
    ['a list', 'tags: [dns, " bind "]', ['dns', 'bind']],
    ['a list below', 'tags:\n  - dns\n  - bind', ['dns', 'bind']],
    ['words between commas', 'tags: dns,  bind , ', ['dns', 'bind']],
    ['numbers', 'tags: [2024, 10.5]', ['2024', '10.5']],
    ['the same twice', 'tags: [dns, dns]', ['dns']],
    ['things that are no texts', 'tags: [dns, {a: b}, null]', ['dns']],
    ['nothing', 'tags:', undefined],
  ])('OPS-04 tags as %s', (_name, line, tags) => {
    expect(fieldsOf(withFrontMatter(line)).tags).toEqual(tags);
  });

  test('OPS-04 numbers, dates and truths in place of text become text, other kinds count as left out', () => {
    expect(fieldsOf(withFrontMatter('title: 2024')).title).toBe('2024');
    expect(fieldsOf(withFrontMatter('title: 2024-05-01')).title).toBe('2024-05-01');
    expect(fieldsOf(withFrontMatter('title: true')).title).toBe('true');
    expect(fieldsOf(withFrontMatter('title: [a, b]')).title).toBe('restart');
    expect(fieldsOf(withFrontMatter('category: {a: b}')).category).toBe('runbooks');
  });

  test('OPS-04 only a plain true publishes or makes a template', () => {
    expect(fieldsOf(withFrontMatter('published: "yes"', 'template: 1'))).toMatchObject({
      isPublished: false,
      isTemplate: false,
    });
    expect(fieldsOf('Text.')).toMatchObject({ isPublished: false, isTemplate: false });
  });

  test('OPS-04 the fences may end with \\r\\n, and a byte order mark before them does not hide them', () => {
    expect(fieldsOf('---\r\ntitle: Windows\r\n---\r\n\r\nText.\r\n')).toMatchObject({
      title: 'Windows',
      content: 'Text.\n',
    });
    expect(fieldsOf('\uFEFF---\ntitle: Marked\n---\nText.')).toMatchObject({
      title: 'Marked',
      content: 'Text.',
    });
  });

  test('OPS-04 three dashes inside of a value do not end it', () => {
    expect(fieldsOf(withFrontMatter('title: a---b', 'excerpt: x --- y', 'category: DNS'))).toMatchObject({
      title: 'a---b',
      excerpt: 'x --- y',
      category: 'DNS',
      content: 'Text.',
    });
    expect(fieldsOf('---\ntitle: Ends ---\n---\nText.')).toMatchObject({ content: 'Text.' });
  });

  test('OPS-04 a rule at the top of a page that is never closed is text', () => {
    expect(fieldsOf('---\n\nText.').content).toBe('---\n\nText.');
  });
});

describe('OPS-04 title and category', () => {
  test.each([
    ['a heading', '# Add a VLAN #\n\nText.', 'Add a VLAN'],
    ['a heading further down', 'Text.\n\n## Then this\n', 'Then this'],
    ['an underlined heading', 'Add a VLAN\n==========\n\nText.', 'Add a VLAN'],
    ['an underlined second-level heading', 'Add a VLAN\n---\n\nText.', 'Add a VLAN'],
    [
      'a heading without its markup',
      '# Use `dig` and **host** at [home](./x.md)',
      'Use dig and host at home',
    ],
    ['a heading that ends with a sharp', '# Programs in C#\n\nText.', 'Programs in C#'],
    ['a heading with underscores', '# The sync_users job', 'The sync_users job'],
    ['a heading after code', '```sh\n# not this\n```\n\n# This one', 'This one'],
    ['a heading after longer fences', '~~~~\n~~~\n# not this\n~~~~\n# This one', 'This one'],
    ['a heading after indented code', '    # not this\n\n# This one', 'This one'],
    ['the file name', 'No heading, #5 is a ticket.', 'restart'],
    ['the file name when a rule stands below an empty line', 'Text.\n\n---\n\nMore.', 'restart'],
    ['the file name when a fence is never closed', '```\n# not this', 'restart'],
  ])('OPS-04 the title from %s', (_name, source, title) => {
    expect(fieldsOf(source).title).toBe(title);
  });

  test.each([
    ['network/vlans.md', 'vlans', 'network'],
    ['network/vlans.MARKDOWN', 'vlans', 'network'],
    ['top.md', 'top', undefined],
    ['a/b/network/_index.md', 'network', 'network'],
    ['network/index.md', 'network', 'network'],
    ['network/README.md', 'network', 'network'],
    ['README.md', 'README', undefined],
  ])('OPS-04 %s is called %s with category %s', (path, title, category) => {
    expect(fieldsOf('Text.', path)).toMatchObject({ title, category });
  });

  test('OPS-04 front matter wins over heading and folder', () => {
    expect(fieldsOf('---\ntitle: Mine\ncategory: Own\n---\n# Heading')).toMatchObject({
      title: 'Mine',
      category: 'Own',
      content: '# Heading',
    });
  });
});

describe('OPS-04 problems', () => {
  test('OPS-04 bytes that are not UTF-8 and NUL', () => {
    expect(readPage('a.md', Buffer.from([0x23, 0x20, 0xff, 0xfe]))).toEqual({
      problem: 'It is not text in UTF-8',
    });
    expect(problemOf('a\u0000b')).toBe('text: NUL characters are not allowed');
  });

  test('OPS-04 a path that is too long', () => {
    const pathOf = (bytes: number) => `${'ä'.repeat((bytes - 3) / 2)}.md`;
    expect(readPage(pathOf(1_999), Buffer.from('# A'))).toHaveProperty('fields');
    expect(readPage(pathOf(2_001), Buffer.from('# A'))).toEqual({ problem: 'Its path is too long' });
  });

  test('OPS-04 a page without text', () => {
    for (const source of ['', ' \n\n', '---\ntitle: Only this\n---\n', '---\ntitle: Only this\n---']) {
      expect(problemOf(source)).toBe('It has no text');
    }
  });

  test.each([
    ['a title too long', `title: ${'x'.repeat(256)}`, 'title: Use at most 255 characters'],
    ['a title of two lines', 'title: "a\\nb"', 'title: Control characters are not allowed'],
    ['a category too long', `category: ${'x'.repeat(101)}`, 'category: Use at most 100 characters'],
    ['a tag too long', `tags: [dns, ${'x'.repeat(51)}]`, 'tags: Use at most 50 characters'],
    [
      'too many tags',
      `tags: [${Array.from({ length: 51 }, (_, n) => `t${n}`).join(', ')}]`,
      'tags: Use at most 50 tags',
    ],
    ['an excerpt too long', `description: ${'x'.repeat(2001)}`, 'excerpt: Use at most 2000 characters'],
  ])('OPS-04 %s', (_name, line, problem) => {
    expect(problemOf(withFrontMatter(line))).toBe(problem);
  });

  test('OPS-04 an endless heading, in no more time than another', () => {
    expect(fieldsOf(`# A${' '.repeat(100_000)}b`).title).toBe('A');
    expect(problemOf(`# ${'['.repeat(1_000_000)}`)).toBe('title: Use at most 255 characters');
  });

  test('OPS-04 an unknown template type names the known ones', () => {
    expect(problemOf(withFrontMatter('templateType: recipe'))).toMatch(/^templateType: .*work_instruction/);
  });

  test('OPS-04 YAML that cannot be read, is no mapping, or multiplies by aliases', () => {
    expect(problemOf(withFrontMatter('title: [open'))).toMatch(/^Its front matter cannot be read: /);
    expect(problemOf(withFrontMatter('- a', '- b'))).toBe(
      'Its front matter is not a list of names and values',
    );
    const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let n = 1; n < 9; n++) {
      bomb.push(
        `a${n}: &a${n} [${Array<string>(9)
          .fill(`*a${n - 1}`)
          .join(', ')}]`,
      );
    }
    expect(problemOf(withFrontMatter(...bomb))).toMatch(/^Its front matter cannot be read: .*alias/i);
  });
});
