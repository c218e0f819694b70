import { describe, expect, test } from 'vitest';
import { knowledgeBase } from '../../../contract/calls/documents.ts';
import { withApp } from '../../../test/app.ts';
import { documentsTitled, importReport, picture } from '../../../test/imports.ts';
import { readEntities } from './confluence-entities.ts';

const at = withApp();

/** A page of the HTML export. */
const page = (title: string, body: string, { crumbs = '', rest = '' } = {}) => `<!DOCTYPE html>
<html><head><title>Operations : ${title}</title><link rel="stylesheet" href="styles/site.css" type="text/css" /></head>
<body class="theme-default aui-theme-default"><div id="page"><div id="main-header"><div id="breadcrumb-section">
<ol id="breadcrumbs"><li class="first"><span><a href="index.html">Operations</a></span></li>${crumbs}</ol></div>
<h1 id="title-heading" class="pagetitle"><span id="title-text"> Operations : ${title} </span></h1></div>
<div id="content" class="view"><div class="page-metadata">Created by <span \
class='author'> Ann Smith</span>, last modified on Jan 05, 2026</div>
<div id="main-content" class="wiki-content group">${body}</div>${rest}</div></div></body></html>`;

const index = `<html><head><title>Space Details</title><link rel="stylesheet" href="styles/site.css" type="text/css" /></head>
<body class="theme-default aui-theme-default"><div id="main-content"><h2>Available Pages:</h2><ul><li><a href="Home_100.html">Home</a>
<ul><li><a href="Core-switch_101.html">Core switch</a></li></ul></li></ul></div></body></html>`;

/** The text of a page with every macro that the import converts. */
const coreSwitchBody = `<div class="toc-macro rbtoc1"><ul><li><a href="#a">A</a></li></ul></div>
<p>See <a href="Rack-plan_102.html">the plan</a>, <a \
href="https://wiki.example/pages/viewpage.action?pageId=102#top">again</a>, <a \
href="https://wiki.example/wiki/spaces/OPS/pages/102/Rack+plan">newer</a> and <a \
class="confluence-userlink user-mention" href="https://wiki.example/display/~bob">Bob Miller</a> <img \
class="emoticon emoticon-tick" data-emoticon-name="tick" src="images/icons/emoticons/check.svg" alt="(tick)"/></p>
<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Power</p><span \
class="aui-icon"></span><div class="confluence-information-macro-body"><p>Two feeds.</p></div></div>
<div class="code panel pdl" style="border-width: 1px;"><div class="codeHeader panelHeader pdl"><b>reload.sh</b></div>\
<div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" \
data-syntaxhighlighter-params="brush: bash; gutter: false; theme: Confluence" data-theme="Confluence">reload in 5
show &lt;all&gt;</pre></div></div>
<div class="panel" style="border-width: 1px;"><div class="panelHeader"><b>Contact</b></div><div class="panelContent">\
<p>Call the desk.</p></div></div>
<div id="expander-1" class="expand-container"><div id="expander-control-1" class="expand-control"><span \
class="expand-control-icon"></span><span class="expand-control-text">More</span></div><div id="expander-content-1" \
class="expand-content"><p>Hidden text</p></div></div>
<p>State: <span class="status-macro aui-lozenge aui-lozenge-success">IN USE</span></p>
<ul class="inline-task-list" data-inline-tasks-content-id="101"><li class="checked" \
data-inline-task-id="1">Label it</li><li data-inline-task-id="2">Patch it</li></ul>
<p><span class="confluence-embedded-file-wrapper"><img class="confluence-embedded-image" width="300" \
src="attachments/thumbnails/101/9" data-image-src="attachments/101/9.png" \
data-linked-resource-default-alias="front.png"></span></p>`;
/** The part of the export below a text: attachments, labels and comments. */
const coreSwitchRest = `<div class="pageSection group"><div class="pageSectionHeader">\
<h2 id="attachments" class="pageSectionTitle">Attachments:</h2></div>
<div class="greybox" align="left"><img src="images/icons/bullet_blue.gif" height="8" width="8" alt=""/> <a \
href="attachments/101/9.png">front.png</a> (image/png)<br/> <a \
href="attachments/101/10.pdf">manual.pdf</a> (application/pdf)<br/></div></div>
<div id="labels-section"><ul class="label-list"><li class="aui-label"><a class="aui-label-split-main" \
href="#">network</a></li><li class="aui-label"><a href="#">cisco</a></li></ul></div>
<div id="comments-section"><p>Nice</p></div>`;

describe('KB-11 the HTML export of a space of Confluence', () => {
  test('KB-11 becomes documents with folders, tags, macros, links, images and attachments', async () => {
    const ann = await at.current.signedIn();
    const files = {
      'OPS/index.html': index,
      'OPS/Home_100.html': page('Home', '<p>Start <a href="index.html">here</a></p>'),
      'OPS/Core-switch_101.html': page('Core switch', coreSwitchBody, {
        crumbs: '<li><span><a href="Home_100.html">Home</a></span></li>',
        rest: coreSwitchRest,
      }),
      'OPS/Rack-plan_102.html': page('Rack plan : north', '<p>Rack 4. <a href="Gone_9.html">gone</a></p>'),
      'OPS/styles/site.css': 'p{}',
      'OPS/images/icons/bullet_blue.gif': 'x',
      'OPS/attachments/101/9.png': await picture(),
      'OPS/attachments/101/10.pdf': '%PDF-1.7',
    };
    const report = await importReport(ann, files);
    expect(report).toMatchObject({ format: 'Confluence', created: 3, updated: 0, images: 1, files: 1 });
    const core = 'OPS/Core-switch_101.html';
    expect(report.problems).toEqual([
      { path: core, reason: 'Its comments were left out', isLeftOut: false },
      {
        path: core,
        reason: 'Its table of contents was left out: the product makes one of its own',
        isLeftOut: false,
      },
      {
        path: core,
        reason: 'It mentions people of Confluence; their names stand in the text',
        isLeftOut: false,
      },
      {
        path: 'OPS/Rack-plan_102.html',
        reason: 'It refers to Gone_9.html, which the zip does not hold',
        isLeftOut: false,
      },
    ]);
    const [home, core2, plan] = await documentsTitled(ann, 'Home', 'Core switch', 'Rack plan : north');
    expect([home.category, core2.category, plan.category]).toEqual(['Operations', 'Home', 'Operations']);
    expect(core2).toMatchObject({ tags: ['network', 'cisco'], isPublished: true });
    const [image = ''] = /\/objects\/[\da-f-]{36}/.exec(core2.content) ?? [];
    const [, manual = ''] = /manual\.pdf\]\(<(.*?)>/.exec(core2.content) ?? [];
    expect(core2.content).toBe(
      [
        `See [the plan](/knowledge-base?doc=${plan.id}), [again](/knowledge-base?doc=${plan.id}#top), ` +
          `[newer](/knowledge-base?doc=${plan.id}) and Bob Miller ✅`,
        '> **Warning: Power**\n>\n> Two feeds.',
        '**reload.sh**',
        '```bash\nreload in 5\nshow <all>\n```',
        '> **Contact**\n>\n> Call the desk.',
        '<details>\n<summary>More</summary>',
        'Hidden text',
        '</details>',
        'State: **IN USE**',
        '- [x] Label it\n- [ ] Patch it',
        `<img src="${image}" alt="front.png" width="300">`,
        '## Attachments',
        `- [manual.pdf](<${manual}>)\n`,
      ].join('\n\n'),
    );
    expect(home.content).toBe(`Start [here](/knowledge-base?doc=${home.id})\n`);
    expect(await importReport(ann, files)).toMatchObject({ created: 0, updated: 0 });
  });
});

const object = (kind: string, id: string, ...parts: string[]) =>
  `<object class="${kind}" package="com.atlassian.confluence.pages"><id name="id">${id}</id>${parts.join('\n')}</object>\n`;
const text = (name: string, value: string) =>
  `<property name="${name}"><![CDATA[${value.replaceAll(']]>', ']] >')}]]></property>`;
const reference = (name: string, kind: string, id: string) =>
  `<property name="${name}" class="${kind}" package="com.atlassian.confluence"><id name="id">${id}</id></property>`;
const entities = (...objects: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<hibernate-generic datetime="2026-01-05 10:00:00">\n${objects.join('')}</hibernate-generic>\n`;
const wikiPage = (id: string, title: string, body: string, ...parts: string[]) =>
  object(
    'Page',
    id,
    text('title', title),
    reference('space', 'Space', '1'),
    text('contentStatus', 'current'),
    text('lastModificationDate', '2026-01-04 09:00:00.000'),
    reference('creator', 'ConfluenceUserImpl', 'u1'),
    ...parts,
  ) +
  object(
    'BodyContent',
    `9${id}`,
    text('body', body),
    reference('content', 'Page', id),
    '<property name="bodyType">2</property>',
  );
const macro = (name: string, parameters: Record<string, string>, body = '') =>
  `<ac:structured-macro ac:name="${name}" ac:schema-version="1">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}${body}</ac:structured-macro>`;
const rich = (body: string) => `<ac:rich-text-body>${body}</ac:rich-text-body>`;
const plain = (body: string) => `<ac:plain-text-body><![CDATA[${body}]]></ac:plain-text-body>`;

/** The text of a page with every macro and element that the import converts. */
const coreSwitchStorage = [
  macro('toc', {}),
  '<p>Caf&eacute; &amp; <ac:link><ri:page ri:content-title="DNS &amp; more" ' +
    '/><ac:plain-text-link-body><![CDATA[the <DNS> page]]></ac:plain-text-link-body></ac:link>, ' +
    '<ac:link ac:anchor="top"><ri:page ri:content-title="DNS &amp; more" /></ac:link>, ' +
    '<ac:link><ri:page ri:content-title="Nowhere" /></ac:link>, <ac:link><ri:user ri:userkey="u1" ' +
    '/></ac:link> on <time datetime="2026-02-01" /> <ac:emoticon ac:name="warning" /></p>',
  macro('warning', { title: 'Power' }, rich('<p>Two <strong>feeds</strong>.</p>')),
  macro(
    'code',
    { language: 'bash', title: 'reload.sh' },
    plain('if [[ $a > 1 ]]; then\n  echo "a && b"\nfi'),
  ),
  macro('panel', { title: 'Contact' }, rich('<p>Call.</p>')),
  macro('expand', { title: 'More' }, rich('<p>Hidden</p>')),
  `<p>State: ${macro('status', { colour: 'Green', title: 'IN USE' })} ${macro('jira', { key: 'OPS-12', server: 'x' })}</p>`,
  '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>Label ' +
    'it</ac:task-body></ac:task><ac:task><ac:task-id>2</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body><span ' +
    'class="placeholder-inline-tasks">Patch it</span></ac:task-body></ac:task></ac:task-list>',
  '<ac:image ac:width="300"><ri:attachment ri:filename="Rück front.png" /></ac:image>',
  '<p><ac:image><ri:attachment ri:filename="lost.png" /></ac:image><ac:inline-comment-marker ' +
    'ac:ref="x">marked</ac:inline-comment-marker></p>',
  macro('view-file', { name: '<ri:attachment ri:filename="manual.pdf" />' }),
  macro('children', {}),
  macro('roadmap', { x: '1' }),
  macro('vendor-box', {}, rich('<p>Kept.</p>')),
  '<ac:layout><ac:layout-section ' +
    'ac:type="single"><ac:layout-cell><table><tbody><tr><th>Port</th></tr><tr><td><p>1</p>' +
    '<p>2</p></td></tr></tbody></table></ac:layout-cell></ac:layout-section></ac:layout>',
].join('');

/** A space with three pages, an old version, a draft, attachments, a label and a comment. */
const operationsSpace = entities(
  object('Space', '1', text('name', 'Operations'), text('key', 'OPS')),
  '<object class="ConfluenceUserImpl" package="com.atlassian.confluence.user"><id ' +
    'name="key"><![CDATA[u1]]></id><property name="name"><![CDATA[ann.smith]]></property></object>',
  wikiPage('10', 'XML home', '<p>Start</p>'),
  wikiPage('11', 'XML core switch', coreSwitchStorage, reference('parent', 'Page', '10')),
  wikiPage('12', 'DNS & more', '<p>Zones</p>', reference('parent', 'Page', '10')),
  object(
    'Page',
    '13',
    text('title', 'XML core switch'),
    reference('space', 'Space', '1'),
    reference('originalVersion', 'Page', '11'),
  ),
  object(
    'Page',
    '14',
    text('title', 'A draft'),
    reference('space', 'Space', '1'),
    text('contentStatus', 'draft'),
  ),
  object(
    'Attachment',
    '20',
    text('title', 'Rück front.png'),
    '<property name="version">2</property>',
    reference('containerContent', 'Page', '11'),
  ),
  object(
    'Attachment',
    '21',
    text('title', 'manual.pdf'),
    '<property name="version">1</property>',
    reference('containerContent', 'Page', '11'),
  ),
  object(
    'Attachment',
    '22',
    text('title', 'notes.txt'),
    '<property name="version">1</property>',
    reference('containerContent', 'Page', '11'),
  ),
  object('Label', '10', text('name', 'network')),
  object('Labelling', '31', reference('label', 'Label', '10'), reference('content', 'Page', '11')),
  object('Comment', '40', reference('containerContent', 'Page', '11')),
);

describe('KB-11 the XML export of a space of Confluence', () => {
  test('KB-11 keeps links by ids and anchors, and links in place of what macros show of others', async () => {
    const ann = await at.current.signedIn();
    const url = 'https://wiki.example.com/wiki/spaces/OPS/pages/12/Part+page';
    const body = [
      '<p><ac:link ac:anchor="The part: 1"><ac:plain-text-link-body><![CDATA[here]]></ac:plain-text-link-body></ac:link> ',
      `<a href="${url}#A-part">there</a> <a href="/pages/viewpage.action?pageId=12">too</a> `,
      `<a href="${url.replace('12', '123')}">no</a></p>`,
      '<h2>The part: 1</h2>',
      macro('widget', { url: '<ri:url ri:value="https://video.example/1" />' }),
      macro('excerpt-include', { '': '<ac:link><ri:page ri:content-title="Part page" /></ac:link>' }),
    ].join('');
    const report = await importReport(ann, {
      'entities.xml': entities(
        object('Space', '1', text('name', 'Operations'), text('key', 'OPS')),
        wikiPage('11', 'Link page', body),
        wikiPage('12', 'Part page', '<p>Part</p>'),
      ),
    });
    expect(report.problems.map(({ reason }) => reason)).toEqual([
      'The embedded content of another page (widget) was replaced by a link: https://video.example/1',
      'What the macro excerpt-include shows of another page was replaced by a link: Part page',
    ]);
    const [page, part] = await documentsTitled(ann, 'Link page', 'Part page');
    const address = `/knowledge-base?doc=${part.id}`;
    expect(page.content).toBe(
      `[here](#the-part-1) [there](${address}#a-part) [too](${address}) [no](${url.replace('12', '123')})\n\n## The part: 1\n\n` +
        `<https://video.example/1>\n\n[Part page](${address})\n`,
    );
  });

  test('KB-11 becomes documents with folders, tags, macros, links, images and attachments', async () => {
    const ann = await at.current.signedIn();
    const files = {
      'entities.xml': operationsSpace,
      'exportDescriptor.properties': 'exportType=space\nspaceKey=OPS\n',
      'attachments/11/20/1': 'an older one',
      'attachments/11/20/2': await picture('teal'),
      'attachments/11/21/1': '%PDF-1.7 manual',
      'attachments/11/22/1': 'notes',
    };
    const report = await importReport(ann, files);
    expect(report).toMatchObject({ format: 'Confluence', created: 3, images: 1, files: 2 });
    expect(report.problems.map(({ path, reason }) => `${path}: ${reason}`)).toEqual(
      [
        'Its comments were left out: 1',
        'Its table of contents was left out: the product makes one of its own',
        'It links to Nowhere, which the zip does not hold',
        'It mentions people of Confluence; their names stand in the text',
        'It shows lost.png, which the zip does not hold',
        'A list that Confluence makes itself was left out: children',
        'The macro roadmap is not known here and was left out',
        'The macro vendor-box is not known here; what is in it was kept',
      ].map((reason) => `OPS/XML core switch.md: ${reason}`),
    );
    const [home, core, dns] = await documentsTitled(ann, 'XML home', 'XML core switch', 'DNS & more');
    expect([home.category, core.category, core.tags]).toEqual(['Operations', 'XML home', ['network']]);
    const objects = [...core.content.matchAll(/\/objects\/[\da-f-]{36}/g)].map(([address]) => address);
    expect(core.content).toBe(
      [
        `Café & [the \\<DNS> page](/knowledge-base?doc=${dns.id}), [DNS & ` +
          `more](/knowledge-base?doc=${dns.id}#top), Nowhere, ann.smith on 2026-02-01 ⚠️`,
        '> **Warning: Power**\n>\n> Two **feeds**.',
        '**reload.sh**',
        '```bash\nif [[ $a > 1 ]]; then\n  echo "a && b"\nfi\n```',
        '> **Contact**\n>\n> Call.',
        '<details>\n<summary>More</summary>',
        'Hidden',
        '</details>',
        'State: **IN USE** OPS-12',
        '- [x] Label it\n- [ ] Patch it',
        `<img src="${objects[0]}" alt="Rück front.png" width="300">`,
        'lost.pngmarked',
        `[manual.pdf](${objects[1]})`,
        'Kept.',
        '| Port   |\n| ------ |\n| 1<br>2 |',
        '## Attachments',
        `- [notes.txt](<${objects[2]}>)\n`,
      ].join('\n\n'),
    );
    const [first] = await ann.call(knowledgeBase.versions, { params: { id: core.id } });
    expect(first?.changeLog).toBe('Written by ann.smith on 2026-01-04');
  });

  test('N17 what stands in a markdown macro is markdown; in a cell it is shown as code', async () => {
    const ann = await at.current.signedIn();
    const own = '## Order\n\n1. stop *app*\n\n| a |\n|---|\n| x_y |';
    const cell = `<table><tbody><tr><th>k</th></tr><tr><td>${macro('markdown', {}, plain('**b**\nc'))}</td></tr></tbody></table>`;
    await importReport(ann, {
      'entities.xml': entities(
        object('Space', '1', text('name', 'Operations'), text('key', 'OPS')),
        wikiPage('11', 'Macro page', `<p>Before</p>${macro('markdown', {}, plain(own))}<p>After</p>${cell}`),
      ),
    });
    const [page] = await documentsTitled(ann, 'Macro page');
    expect(page.content).toContain(`Before\n\n${own}\n\nAfter\n`);
    expect(page.content).toContain('`**b**`<br>`c`');
  });

  test('KB-11 a page that is nested deeper than any stays as it is, and the others come', async () => {
    const ann = await at.current.signedIn();
    const deep = `${'<div>'.repeat(3_000)}x${'</div>'.repeat(3_000)}`;
    const report = await importReport(ann, {
      'entities.xml': entities(
        object('Space', '1', text('name', 'Depths'), text('key', 'DEEP')),
        wikiPage('10', 'Deep XML', deep),
        wikiPage('11', 'Flat XML', '<p>Flat</p>'),
      ),
      'exportDescriptor.properties': 'exportType=space\nspaceKey=DEEP\n',
    });
    expect(report.created).toBe(2);
    expect(report.problems.map(({ reason }) => reason)).toEqual([
      'It is too large to become markdown, so it stays HTML',
    ]);
  });

  test('KB-11 a broken one is reported and imports nothing', async () => {
    const ann = await at.current.signedIn();
    await expect(importReport(ann, { 'entities.xml': '<html>no</html>', 'a.md': '# A' })).rejects.toThrow(
      'The zip is damaged: its entities.xml cannot be read',
    );
  });

  test('KB-11 does not resolve or multiply entities of the file', () => {
    const ten = (name: string) => `&${name};`.repeat(10);
    const own = ['b', 'c', 'd', 'e', 'f', 'g'].map(
      (name, n) => `<!ENTITY ${name} "${ten('abcdef'[n] ?? '')}">`,
    );
    const xml = [
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "boom"><!ENTITY file SYSTEM "file:///etc/passwd">',
      `${own.join('')}]><hibernate-generic><object class="Page"><id>1</id>`,
      '<property name="title">A &file; &g; &lt;b&gt;</property></object></hibernate-generic>',
    ].join('');
    const title = readEntities(xml)?.[0]?.texts.get('title');
    expect(title).toBe('A &file; &g; <b>');
  });
});
