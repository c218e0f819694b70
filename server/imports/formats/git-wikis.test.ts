import { describe, expect, test } from 'vitest';
import { withApp } from '../../../test/app.ts';
import { documentsTitled, importFiles, importReport, picture } from '../../../test/imports.ts';

const at = withApp();
const NAVIGATION = 'It is the navigation that a wiki shows around its pages, not a page';

describe('KB-11 a wiki of Azure DevOps', () => {
  test('KB-11 takes titles and folders from encoded names, and finds pages and attachments by its addresses', async () => {
    const ann = await at.current.signedIn();
    const wiki = 'Ops.wiki-main';
    const report = await importFiles(ann, {
      [`${wiki}/.order`]: 'Start-here\nNetwork-%26-DNS\n',
      [`${wiki}/Start-here.md`]: [
        '[[_TOC_]]',
        '',
        '## First section',
        '',
        '[a](/Network-%26-DNS/On%2DCall%3A-who%3F) [b](./Network-%26-DNS/On%2DCall%3A-who%3F.md#Steps)',
        '[c](/Network-%26-DNS.md) [d](/100%25-full) [e](/Network%20%26%20DNS/A%2FB)',
        '',
        '![rack](/.attachments/rack%20a-1b2c.png =300x)',
        '',
        '[[_TOSP_]]',
      ].join('\n'),
      [`${wiki}/Network-%26-DNS.md`]: 'See [up](Start-here.md)\n',
      [`${wiki}/Network-%26-DNS/.order`]: 'On%2DCall%3A-who%3F\n',
      [`${wiki}/Network-%26-DNS/On%2DCall%3A-who%3F.md`]:
        '# Steps\n\n[g](/Start-here) [h](../Start-here.md)\n',
      [`${wiki}/Network-%26-DNS/A%2FB.md`]: 'Slash\n',
      [`${wiki}/100%25-full.md`]: 'Disk\n',
      [`${wiki}/50%-off-%E0%A4.md`]: 'An invalid escape\n',
      [`${wiki}/.attachments/rack a-1b2c.png`]: await picture('tomato'),
    });
    expect(report).toMatchObject({ format: 'Azure DevOps wiki', created: 6, skipped: 3, problems: [] });
    const [start, net, call, slash, full, off] = await documentsTitled(
      ann,
      'Start here',
      'Network & DNS',
      'On-Call: who?',
      'A/B',
      '100% full',
      '50% off %E0%A4',
    );
    expect([start, net, call, slash, full, off].map(({ category }) => category)).toEqual([
      null,
      null,
      'Network & DNS',
      'Network & DNS',
      null,
      null,
    ]);
    const to = ({ id }: { id: string }) => `/knowledge-base?doc=${id}`;
    expect(start.content.replace(/\/objects\/[\da-f-]{36}/, 'PICTURE')).toBe(
      [
        '',
        '## First section',
        '',
        `[a](${to(call)}) [b](${to(call)}#Steps)`,
        `[c](${to(net)}) [d](${to(full)}) [e](${to(slash)})`,
        '',
        '<!-- width=300px height=auto -->',
        '![rack](PICTURE)',
        '',
      ].join('\n'),
    );
    expect(net.content).toBe(`See [up](${to(start)})\n`);
    expect(call.content).toBe(`# Steps\n\n[g](${to(start)}) [h](${to(start)})\n`);
  });

  test('KB-11 leaves pages beside the folder of the wiki as they are', async () => {
    const ann = await at.current.signedIn();
    await importFiles(ann, {
      'docs/.order': 'Way-in\n',
      'docs/Way-in.md': '[out](/Way-out)\n',
      'docs/Way-out.md': '[in](Way-in)\n',
      'source-code/read-me.md': '# Beside the wiki\n\nText\n',
    });
    const [way, beside] = await documentsTitled(ann, 'Way in', 'Beside the wiki');
    expect(way.content).toMatch(/^\[out\]\(\/knowledge-base/);
    expect([way.category, beside.category]).toEqual([null, 'source-code']);
  });

  test('KB-11 tells a page with a hyphen from one with a blank of the same words', async () => {
    const ann = await at.current.signedIn();
    await importFiles(ann, {
      '.attachments/.keep': '',
      'Set%2Dup.md': '[blank](/Set-up) [hyphen](/Set%2Dup)\n',
      'Set-up.md': 'With a blank\n',
    });
    const [hyphen, blank] = await documentsTitled(ann, 'Set-up', 'Set up');
    expect(hyphen.content).toBe(
      `[blank](/knowledge-base?doc=${blank.id}) [hyphen](/knowledge-base?doc=${hyphen.id})\n`,
    );
  });
});

describe('KB-11 a wiki of GitHub or GitLab', () => {
  test('KB-11 names pages by their files and leaves out what it shows around them', async () => {
    const ann = await at.current.signedIn();
    const report = await importFiles(ann, {
      'Home.md':
        '[[VPN Set up]] [[the way|VPN-Set-up#steps]] [c](_archive/Old-VPN)\n\n[[img/rack.png|alt=Rack|width=300px]]\n',
      'VPN-Set-up.md': '## Prerequisites\n\n## Steps\n\n[home](Home)\n',
      '_archive/Old-VPN.md': '# The old VPN\n\nText\n',
      '_Sidebar.md': '- [[Home]]\n',
      '_archive/_Footer.md': 'Imprint\n',
      'img/rack.png': await picture('indigo'),
    });
    expect(report).toMatchObject({ format: 'GitHub or GitLab wiki', created: 3, images: 1 });
    expect(report.problems).toEqual([
      { path: '_Sidebar.md', reason: NAVIGATION, isLeftOut: true },
      { path: '_archive/_Footer.md', reason: NAVIGATION, isLeftOut: true },
    ]);
    const [home, vpn, old] = await documentsTitled(ann, 'Home', 'VPN Set up', 'The old VPN');
    const to = `/knowledge-base?doc=${vpn.id}`;
    expect(home.content.replace(/\/objects\/[\da-f-]{36}/, 'PICTURE')).toBe(
      `[VPN Set up](${to}) [the way](${to}#steps) [c](/knowledge-base?doc=${old.id})\n\n` +
        '<!-- width=300px height=auto -->\n![Rack](PICTURE)\n',
    );
    expect([home.category, vpn.category, old.category]).toEqual([null, null, '_archive']);
  });

  test('KB-11 leaves out the sidebar of docsify, but no page that has its name in an export of ours', async () => {
    const ann = await at.current.signedIn();
    const report = await importReport(ann, {
      'README.md': '# Docsify start\n\nText',
      '_sidebar.md': '* [Start](README.md)',
      'guide/_navbar.md': '* [Start](/)',
      '_private/notes.md': '# Private notes\n\nText',
      'ours/_Sidebar.md': '---\ntitle: _Sidebar\n---\n\nA page\n',
    });
    expect(report).toMatchObject({ format: 'Markdown', created: 3 });
    expect(report.problems).toEqual([
      { path: '_sidebar.md', reason: NAVIGATION, isLeftOut: true },
      { path: 'guide/_navbar.md', reason: NAVIGATION, isLeftOut: true },
    ]);
  });
});

describe('N3 files of other markups', () => {
  test('N3 a Git wiki reads markdown by all its endings and plain text, and names the others one by one', async () => {
    const ann = await at.current.signedIn();
    const report = await importFiles(ann, {
      'kit.wiki/Home.org': '* Start',
      'kit.wiki/Crate.mkd': '# Crate\n\n[p](Pallet) [l](Label) [f](Forklift)\n',
      'kit.wiki/Pallet.mdown': '# Pallet\n',
      'kit.wiki/Ramp.markdown': '# Ramp\n',
      'kit.wiki/Label.txt': 'Print two labels.\n',
      'kit.wiki/Forklift.asciidoc': '= Forklift\n',
      'kit.wiki/Dock.rst': 'Dock\n====\n',
      'kit.wiki/Gate.mediawiki': '== Gate ==\n',
      'kit.wiki/Shelf.textile': 'h1. Shelf\n',
    });
    expect(report).toMatchObject({ created: 4, skipped: 0 });
    const named = report.problems.filter(({ isLeftOut }) => isLeftOut);
    expect(named.map(({ path, reason }) => `${path}: ${reason.split(',')[0]}`).toSorted()).toEqual([
      'kit.wiki/Dock.rst: It is written in reStructuredText',
      'kit.wiki/Forklift.asciidoc: It is written in AsciiDoc',
      'kit.wiki/Gate.mediawiki: It is written in MediaWiki',
      'kit.wiki/Home.org: It is written in Emacs Org',
      'kit.wiki/Shelf.textile: It is written in Textile',
    ]);
    const [crate, pallet, label] = await documentsTitled(ann, 'Crate', 'Pallet', 'Label');
    expect(crate.content).toContain(
      `[p](/knowledge-base?doc=${pallet.id}) [l](/knowledge-base?doc=${label.id})`,
    );
    expect(label.content).toBe('Print two labels.\n');
  });

  test('N15 names of signs become signs, outside of code and addresses', async () => {
    const ann = await at.current.signedIn();
    await importFiles(ann, {
      'ops.wiki/Home.md':
        '# Racks\n\n| rack | fed |\n|---|---|\n| r1 | :heavy_check_mark: |\n| r2 | :no_entry: |\n\n' +
        ':bell: `:bell:` [x](https://x.example/:bell:/) <https://x.example/:bell:> 10:30:45 a:bell:b :no_such_sign: :constructor:\n',
    });
    const [page] = await documentsTitled(ann, 'Racks');
    expect(page.content).toBe(
      '# Racks\n\n| rack | fed |\n|---|---|\n| r1 | ✔️ |\n| r2 | ⛔ |\n\n' +
        '🔔 `:bell:` [x](https://x.example/:bell:/) <https://x.example/:bell:> 10:30:45 a:bell:b :no_such_sign: :constructor:\n',
    );
  });

  test('N17 tables that Azure DevOps makes of a query are left out and reported', async () => {
    const ann = await at.current.signedIn();
    const report = await importReport(ann, {
      'Board.wiki/.order': 'Sprint\n',
      'Board.wiki/Sprint.md': 'Open items:\n\n:::query-table 6ff7777e-8ca5\n:::\n\nDone.\n',
    });
    expect(report.problems.map(({ reason }) => reason)).toEqual([
      'A table that Azure DevOps makes of a query was left out',
    ]);
    const [page] = await documentsTitled(ann, 'Sprint');
    expect(page.content).toBe('Open items:\n\n\n\nDone.\n');
  });
});
