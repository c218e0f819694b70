import { describe, expect, test } from 'vitest';
import { readMarkdown } from './formats/markdown.ts';
import { documentOf } from './page.ts';

const readPage = (path: string, bytes: Uint8Array) => {
  const text = readMarkdown(bytes);
  return 'problem' in text ? text : documentOf(path, text);
};

const read = (source: string, path = 'runbooks/restart.md') => readPage(path, Buffer.from(source));
const fieldsOf = (source: string, path?: string) => {
  const page = read(source, path);
  if ('problem' in page) throw new Error(page.problem);
  return page.fields;
};
const changesOf = (source: string) => {
  const page = read(source);
  return 'problem' in page ? [page.problem] : page.changes;
};
const problemOf = (source: string) => {
  const page = read(source);
  return 'problem' in page ? page.problem : undefined;
};
const withFrontMatter = (...lines: string[]) => ['---', ...lines, '---', 'Text.'].join('\n');

describe('OPS-04 front matter', () => {
  test('KB-11 in TOML, as Hugo writes it', () => {
    const source = `+++
# of a page
title = 'Patch "all"' # now
description = "a\\tb = [c]"
version = 1.10
tags = ["vmware",
  'x, y', 7
]
date = 2026-01-02T00:00:00Z
published = true
[menu.main]
title = "Other"
[[cascade]]
weight = 1
+++

# Heading`;
    expect(fieldsOf(source)).toMatchObject({
      title: 'Patch "all"',
      excerpt: 'a\tb = [c]',
      tags: ['vmware', 'x, y', '7'],
      isPublished: true,
      content: '# Heading',
    });
    expect(changesOf(source)).toEqual([
      'Front matter field version was left out: documents have no such field',
      'Front matter field menu was left out: documents have no such field',
      'Front matter field cascade was left out: documents have no such field',
    ]);
    expect(fieldsOf(`+++\ntitle = "a # b" # it's new\n+++\nText`).title).toBe('a # b');
    expect(fieldsOf('+++\ntitle = """\nTwo\nlines"""\n+++\nText').title).toBe('Two lines');
    expect(problemOf('+++\ntitle = "x"\nno name\n+++\nText')).toMatch(
      /^Its front matter cannot be read: no name is/,
    );
    expect(fieldsOf('+++\n\nText\n\n+++\n').content).toBe('+++\n\nText\n\n+++\n');
  });

  test('KB-11 horizontal rules are no front matter, at any place', () => {
    for (const source of ['# Two lines\n\n---\nowner: Ann\n---\n\nRest.', 'Up\n---\n- a\n---\nRest.'])
      expect(fieldsOf(source).content).toBe(source);
  });

  test('OPS-04 imports every field', () => {
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

  test('OPS-04 a description is the excerpt if there is none', () => {
    expect(fieldsOf(withFrontMatter('description: In short')).excerpt).toBe('In short');
    expect(fieldsOf(withFrontMatter('description: Long', 'excerpt: Short')).excerpt).toBe('Short');
  });

  test.each([
    ['a list', 'tags: [dns, " bind "]', ['dns', 'bind']],
    ['a list on separate lines', 'tags:\n  - dns\n  - bind', ['dns', 'bind']],
    ['words between commas', 'tags: dns,  bind , ', ['dns', 'bind']],
    ['numbers', 'tags: [2024, 1.10, 007]', ['2024', '1.10', '007']],
    ['duplicates', 'tags: [dns, dns]', ['dns']],
    ['values of other types', 'tags: [dns, {a: b}, null]', ['dns']],
    ['nothing', 'tags:', []],
  ])('OPS-04 tags as %s', (_name, line, tags) => {
    expect(fieldsOf(withFrontMatter(line)).tags).toEqual(tags);
  });

  test.each([
    '2024',
    '2.10',
    '0x80070005',
    '0o17',
    '007',
    '1e3',
    '12345678901234567890',
    '2024-05-01',
    'true',
    'No',
    '.inf',
    '12:30:45',
    '3.5 TB',
    'Printer: out of paper',
  ])('KB-11 the title %s stays as it is written', (title) => {
    expect(fieldsOf(withFrontMatter(`title: ${title}`, `category: ${title}`))).toMatchObject({
      title,
      category: title,
    });
  });

  test('OPS-04 lists and mappings in place of text count as left out', () => {
    expect(fieldsOf(withFrontMatter('title: [a, b]')).title).toBe('restart');
    expect(fieldsOf(withFrontMatter('category: {a: b}')).category).toBe('runbooks');
  });

  test('OPS-04 only a plain true publishes or creates a template', () => {
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

  test('OPS-04 three dashes inside a value do not end it', () => {
    expect(fieldsOf(withFrontMatter('title: a---b', 'excerpt: x --- y', 'category: DNS'))).toMatchObject({
      title: 'a---b',
      excerpt: 'x --- y',
      category: 'DNS',
      content: 'Text.',
    });
    expect(fieldsOf('---\ntitle: Ends ---\n---\nText.')).toMatchObject({ content: 'Text.' });
  });

  test.each([
    '---\n\nText.',
    '---\n\nOne thought\n\n---\n\nAnother',
    '---\nMaintenance on Sunday, see below\n---\nText.',
    '---\n- a\n- b\n---\nText.',
    '---\n\n# Heading\n\n---\n',
  ])('KB-11 a page can begin with a horizontal rule: %j', (source) => {
    expect(fieldsOf(source).content).toBe(source);
  });
});

describe('OPS-04 title and category', () => {
  test.each([
    ['a heading', '# Add a VLAN #\n\nText.', 'Add a VLAN'],
    ['a heading further down', 'Text.\n\n# Then this\n', 'Then this'],
    ['a heading of any level above all others', '<!-- x -->\n## Add a VLAN\n\n### Steps\n', 'Add a VLAN'],
    ['an underlined heading', 'Add a VLAN\n==========\n\nText.', 'Add a VLAN'],
    ['an underlined second-level heading', 'Add a VLAN\n---\n\nText.', 'Add a VLAN'],
    [
      'a heading without its markup',
      '# Use `dig` and **host** at [home](./x.md)',
      'Use dig and host at home',
    ],
    ['a heading that ends with a hash', '# Programs in C#\n\nText.', 'Programs in C#'],
    ['a heading with underscores', '# The sync_users job', 'The sync_users job'],
    ['a heading with escapes', '# Set MAX\\_HEAP\\_SIZE \\*now\\* \\# 3', 'Set MAX_HEAP_SIZE *now* # 3'],
    ['a heading with code', '# Run `rm -rf \\_x` and ``a`b``', 'Run rm -rf \\_x and a`b'],
    ['a heading with entities', '# &Uuml;bersicht &amp; K&#246;ln', 'Übersicht & Köln'],
    ['a heading with words in angle brackets', '# Reboot <server> with <ip>', 'Reboot <server> with <ip>'],
    ['a heading with tags', '# <a id="x"></a>Plug <b>in</b>', 'Plug in'],
    ['a heading with marks inside a word', '# The **srv**-db-90 ~~old~~ host', 'The srv-db-90 old host'],
    ['a heading with an image and a link in brackets', '# ![logo](l.png) See [[x]](y.md)', 'logo See [x]'],
    ['an underlined heading with escapes', 'A\\_B\n===', 'A_B'],
    ['no list above a rule', '- one\n---\n\n# Later', 'Later'],
    ['a heading after code', '```sh\n# not this\n```\n\n# This one', 'This one'],
    ['a heading after longer fences', '~~~~\n~~~\n# not this\n~~~~\n# This one', 'This one'],
    ['a heading after indented code', '    # not this\n\n# This one', 'This one'],
    ['the file name', 'No heading, #5 is a ticket.', 'restart'],
    ['the file name when a rule follows an empty line', 'Text.\n\n---\n\nMore.', 'restart'],
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

  test('OPS-04 front matter takes precedence over heading and folder', () => {
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
      problem: 'It is not text in UTF-8. Save it as UTF-8 and import again',
    });
    expect(problemOf('a\u0000b')).toBe('text: NUL characters are not allowed');
  });

  test('OPS-04 a page in UTF-16, as Notepad of Windows saves it, is read', () => {
    const bytes = Buffer.from('\ufeff---\ntitle: Grüße\n---\nKöln', 'utf16le');
    for (const page of [bytes, Buffer.from(bytes).swap16()])
      expect(readPage('a.md', page)).toMatchObject({ fields: { title: 'Grüße', content: 'Köln' } });
  });

  test('OPS-04 a path that is too long', () => {
    const pathOf = (bytes: number) => `${'ä'.repeat((bytes - 3) / 2)}.md`;
    expect(readPage(pathOf(1_999), Buffer.from('# A'))).toHaveProperty('fields');
    expect(readPage(pathOf(2_001), Buffer.from('# A'))).toEqual({
      problem: 'Its path is too long. Shorten the names of its folders and import again',
    });
  });

  test('OPS-04 a page without text', () => {
    for (const source of ['', ' \n\n', '---\ntitle: Only this\n---\n', '---\ntitle: Only this\n---']) {
      expect(problemOf(source)).toBe('It has no text');
    }
  });

  test.each([
    [
      ['title: [a, b]', 'category: { x: y }', 'tags: { x: y }'],
      ['Its front matter has no plain text in title, category, tags; write text there, and import again'],
    ],
    [
      ['tags: [a, { b: c }]'],
      ['Its front matter has no plain text in tags; write text there, and import again'],
    ],
    [['published: maybe'], ['Its published is neither true nor false, so it counts as false: maybe']],
    [['excerpt: Short', 'description: Long'], ['It has an excerpt, so its description was left out']],
    [['title:', 'tags:', 'published: no', 'category: false'], []],
  ])('KB-11 reports an invalid value of the front matter: %j', (lines, changes) => {
    expect(changesOf(withFrontMatter(...lines))).toEqual(changes);
  });

  test('KB-11 accepts published: true in any case, as other programs write it', () => {
    for (const word of ['true', 'True', 'TRUE'])
      expect(fieldsOf(withFrontMatter(`published: ${word}`)).isPublished).toBe(true);
  });

  test('KB-11 reports fields of the front matter that documents do not have', () => {
    expect(
      changesOf(withFrontMatter('title: A', 'weight: 3', 'owner: Ann', 'empty:', 'date: 2026-01-02')),
    ).toEqual([
      'Front matter field weight was left out: documents have no such field',
      'Front matter field owner was left out: documents have no such field',
    ]);
  });

  test('KB-11 shortens and reports values that are too long', () => {
    const long = (letter: string, length: number) => letter.repeat(length);
    const cases: [line: string, field: string, most: number][] = [
      [`title: ${long('x', 300)}`, 'title', 255],
      [`category: ${long('y', 200)}`, 'category', 100],
      [`technology: ${long('z', 60)}`, 'technology', 50],
      [`domain: ${long('d', 30)}`, 'domain', 20],
      [`description: ${long('e', 2_001)}`, 'excerpt', 2_000],
    ];
    for (const [line, field, most] of cases) {
      const value = fieldsOf(withFrontMatter(line))[field as 'title'];
      expect(value).toHaveLength(most);
      expect(value).toMatch(/^(.)\1+…$/);
      expect(changesOf(withFrontMatter(line))).toEqual([
        expect.stringContaining(`Its ${field} was shortened to ${most} characters: `),
      ]);
    }
    expect(fieldsOf(`# ${long('h', 300)}`).title).toBe(`${long('h', 254)}…`);
    expect(fieldsOf('Text.', `${long('f', 150)}/a.md`).category).toBe(`${long('f', 99)}…`);
    expect(fieldsOf(withFrontMatter(`title: ${long('x', 253)}😀y`)).title).toBe(`${long('x', 253)}…`);
    expect(changesOf(withFrontMatter('title: short'))).toEqual([]);
  });

  test('KB-11 tags that are too long or too many, and a title of two lines', () => {
    const long = withFrontMatter(`tags: [dns, ${'x'.repeat(51)}]`);
    expect(fieldsOf(long).tags).toEqual(['dns', `${'x'.repeat(49)}…`]);
    expect(changesOf(long)).toEqual([`A tag was shortened to 50 characters: ${'x'.repeat(51)}`]);
    const many = withFrontMatter(`tags: [${Array.from({ length: 52 }, (_, n) => `t${n}`).join(', ')}]`);
    expect(fieldsOf(many).tags).toHaveLength(50);
    expect(changesOf(many)).toEqual(['Only 50 tags can be kept; left out: t50, t51']);
    expect(fieldsOf(withFrontMatter('title: "a\\nb"')).title).toBe('a b');
  });

  test('OPS-04 reads an endless heading as fast as another', () => {
    expect(fieldsOf(`# A${' '.repeat(100_000)}b`).title).toBe('A');
    expect(fieldsOf(`# ${'['.repeat(1_000_000)}`).title).toBe(`${'['.repeat(254)}…`);
  });

  test('OPS-04 ignores an unknown template type, and names the known ones', () => {
    expect(fieldsOf(withFrontMatter('templateType: recipe')).templateType).toBeUndefined();
    expect(changesOf(withFrontMatter('templateType: recipe'))).toEqual([
      expect.stringMatching(/^Its templateType recipe is not known.*work_instruction/),
    ]);
  });

  test.each(['title: "First"', 'title: Two: colons'])(
    'OPS-04 uses and reports the last of two values in front matter (%s)',
    (first) => {
      const source = withFrontMatter(first, 'tags: dns', 'title: Second');
      expect(fieldsOf(source).title).toBe('Second');
      expect(changesOf(source)).toEqual([
        'Its front matter names title more than once; the last value was taken',
      ]);
    },
  );

  test('OPS-04 YAML that is invalid, is no mapping, or multiplies by aliases', () => {
    expect(problemOf(withFrontMatter('title: [open'))).toMatch(/^Its front matter cannot be read: /);
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
