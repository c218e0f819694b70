import { describe, expect, test } from 'vitest';
import { withApp } from '../../../test/app.ts';
import { documentsTitled, importReport, picture } from '../../../test/imports.ts';

const at = withApp();

describe('KB-11 a vault of Obsidian', () => {
  test('KB-11 becomes documents with links, embeds, sizes, callouts, tags, aliases and highlights', async () => {
    const ann = await at.current.signedIn();
    const files = {
      '.obsidian/app.json': '{}',
      'Vault start.md': [
        '---',
        'aliases: [Front door, Entry]',
        'tags: [vault, "#net/core"]',
        'cssclasses: wide',
        '---',
        '# Vault start',
        '',
        '[[Core router]] and [[Router of the core|it]], [[Net/Core router#Power feeds]] #to-check #42',
        '',
        '> [!warning]- Mind the gap',
        '> Two feeds',
        '> > [!tip]',
        '> > Label them',
        '',
        '![[plan.png|300]]',
        '',
        'A ==marked== word %%not for readers%% and `==code==` `#no-tag`',
        '',
        '![[Core router]] ![[lost.png]]',
      ].join('\n'),
      'Net/Core router.md':
        '---\naliases:\n  - Router of the core\n---\n## Power feeds\n\nBack to [[Entry]]\n',
      'assets/plan.png': await picture('orange'),
      'Board.canvas': '{"nodes":[]}',
      '.trash/Old.md': '# Old vault page',
    };
    const report = await importReport(ann, files);
    expect(report).toMatchObject({ format: 'Obsidian', created: 2, images: 1 });
    expect(report.problems).toEqual([
      { path: '.trash/Old.md', reason: 'It is in the bin of the vault', isLeftOut: true },
      { path: 'Board.canvas', reason: 'It is a canvas, which a document cannot show', isLeftOut: true },
      {
        path: 'Vault start.md',
        reason: 'The embedded page Core router was replaced by a link',
        isLeftOut: false,
      },
      { path: 'Vault start.md', reason: 'It shows lost.png, which the zip does not hold', isLeftOut: false },
    ]);
    const [start, router] = await documentsTitled(ann, 'Vault start', 'Core router');
    const link = `/knowledge-base?doc=${router.id}`;
    expect(start).toMatchObject({
      tags: ['vault', 'net/core', 'to-check'],
      excerpt: 'Also called Front door, Entry',
    });
    expect(router.content).toContain(`Back to [Entry](/knowledge-base?doc=${start.id})`);
    expect(start.content).toMatch(
      /<!-- width=300px height=auto -->\n!\[plan.png\]\(\/objects\/[\da-f-]{36}\)/,
    );
    expect(start.content.replace(/<!-- width[^\n]*\n[^\n]*\n/, '')).toBe(
      [
        '# Vault start',
        '',
        `[Core router](${link}) and [it](${link}), [Net/Core router > Power feeds](${link}#power-feeds) #to-check #42`,
        '',
        '> **Warning: Mind the gap**',
        '>',
        '> Two feeds',
        '> > **Tip**',
        '> >',
        '> > Label them',
        '',
        '',
        'A <mark>marked</mark> word <!--not for readers--> and `==code==` `#no-tag`',
        '',
        `[Core router](${link}) ![[lost.png]]`,
      ].join('\n'),
    );
  });

  test('KB-11 with Markdown links finds headings by their words, however blanks are written', async () => {
    const ann = await at.current.signedIn();
    await importReport(ann, {
      '.obsidian/app.json': '{}',
      'Way in.md':
        '[a](Way%20out.md#Power%20feeds) [b](Way%20out#Racks#Row%20One) [c](#Own%20part) ' +
        '[d](Way%20out.md#^f00d) [e](<Way out.md#Power feeds>) [f](Way out.md#Power feeds) ' +
        '[g](https://x.example/#A%20B)\n\n# Own part\n',
      'Way out.md': '# Way out\n\n## Power feeds\n\n## Racks\n\n### Row One\n',
    });
    const [start, target] = await documentsTitled(ann, 'Own part', 'Way out');
    const at_ = `/knowledge-base?doc=${target.id}`;
    expect(start.content.split('\n')[0]).toBe(
      `[a](${at_}#power-feeds) [b](${at_}#row-one) [c](#own-part) [d](${at_}) ` +
        `[e](<${at_}#power-feeds>) [f](${at_}#power-feeds) [g](https://x.example/#A%20B)`,
    );
  });

  test('N17 tables that it makes of a query are reported', async () => {
    const ann = await at.current.signedIn();
    const report = await importReport(ann, {
      '.obsidian/app.json': '{}',
      'Racks.md': '# Rack list\n\n==mind `this` x==\n\n```dataview\nTABLE role\n```\n\n```sh\nls\n```\n',
    });
    expect(report.problems.map(({ reason }) => reason)).toEqual([
      'What Obsidian makes of a query stays as the query: dataview',
    ]);
    const [page] = await documentsTitled(ann, 'Rack list');
    expect(page.content).toContain('<mark>mind `this` x</mark>');
  });

  test('N16 ids of blocks are hidden, and links lead to the blocks', async () => {
    const ann = await at.current.signedIn();
    await importReport(ann, {
      '.obsidian/app.json': '{}',
      'Cabinet.md': 'Two feeds come in. ^Feeds-1a\n\n- one\n- two\n\n^list\n\n`x ^code`\n',
      'Tour.md':
        '[[Cabinet#^Feeds-1a|the feeds]] ![[Cabinet#^list]] [[Cabinet#^gone]] [c](Cabinet.md#^list)\n',
    });
    const [cabinet, tour] = await documentsTitled(ann, 'Cabinet', 'Tour');
    expect(cabinet.content).toBe(
      'Two feeds come in.<a id="block-feeds-1a"></a>\n\n- one\n- two\n\n<a id="block-list"></a>\n\n`x ^code`\n',
    );
    const page = `/knowledge-base?doc=${cabinet.id}`;
    expect(tour.content).toBe(
      `[the feeds](${page}#block-feeds-1a) [Cabinet](${page}#block-list) [Cabinet](${page}) [c](${page}#block-list)\n`,
    );
  });

  test('KB-11 is recognised by its links if its own folder is not in the zip; code does not count', async () => {
    const ann = await at.current.signedIn();
    const bash = '# Bash\n\n```\nif [[ -f x ]]; then\n```\n';
    expect(await importReport(ann, { 'bash.md': bash })).toMatchObject({ format: 'Markdown', problems: [] });
    expect(await importReport(ann, { 'a.md': '# A\n\n[[b]]', 'b.md': '# B\n\nText' })).toMatchObject({
      format: 'Obsidian',
      problems: [],
    });
  });

  test('KB-11 one of its links among others does not make a vault, and leads to its page', async () => {
    const ann = await at.current.signedIn();
    const files = {
      'Way/in.md': '# Way in\n\n[[Way out]] and [b](out.md), [[ -f x ]], [[toc]] #not-a-tag 100%% of 5%%\n',
      'Way/out.md': '# Way out\n\n[back](in.md)\n\n[[runners]]\nname = 1\n',
      'Way/Way out.md': '# The other way out\n\nText\n',
    };
    expect(await importReport(ann, files)).toMatchObject({ format: 'Markdown', created: 3 });
    const [start, other] = await documentsTitled(ann, 'Way in', 'The other way out');
    expect(start.tags).toEqual([]);
    expect(start.content).toContain(
      `[Way out](/knowledge-base?doc=${other.id}) and [b](/knowledge-base?doc=`,
    );
    expect(start.content).toContain('[[ -f x ]], [[toc]] #not-a-tag 100%% of 5%%');
  });
});
