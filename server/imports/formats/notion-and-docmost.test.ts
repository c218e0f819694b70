import { describe, expect, test } from 'vitest';
import { knowledgeBase } from '../../../contract/calls/documents.ts';
import { withApp } from '../../../test/app.ts';
import { documentsTitled, importReport, picture, zipOf } from '../../../test/imports.ts';

const at = withApp();
const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(32));
const [runbooks = '', dns = '', hosts = '', web = '', mail = '', secret = ''] = ids;

describe('KB-11 an export of Notion', () => {
  test('KB-11 in Markdown, zipped twice, becomes documents with titles, tags, tables and links', async () => {
    const ann = await at.current.signedIn();
    const part = zipOf({
      [`Runbooks ${runbooks}.md`]:
        '# Notion runbooks\n\n<aside>\n💡 Ask the desk first\n\n</aside>\n\n' +
        `[DNS](Runbooks/DNS%20${dns}.md) and [Hosts](Runbooks/Hosts%20${hosts}.csv), ` +
        `[again](https://www.notion.so/corp/DNS-${dns}?pvs=4#x)\n`,
      [`Runbooks/DNS ${dns}.md`]:
        '# Notion DNS\n\n![Untitled](DNS/Untitled%201.png)\n\n- [ ]  Check\n- [x]  Done\n\n' +
        `[up](../Runbooks%20${runbooks}.md)\n\n\`\`\`\n<aside>\n\`\`\`\n`,
      'Runbooks/DNS/Untitled 1.png': await picture('navy'),
      [`Runbooks/Hosts ${hosts}.csv`]: '\uFEFFName,Role\nweb-01,Front\n',
      [`Runbooks/Hosts ${hosts}_all.csv`]:
        '\uFEFFName,Role,Note\nweb-01,Front,"a|b\nsecond"\nmail-01,Mail,\n',
      [`Runbooks/Hosts/web-01 ${web}.md`]: '# web-01\n\nRole: Front\nTags: linux, dmz\n\nRuns nginx.\n',
      [`Runbooks/Hosts/mail-01 ${mail}.md`]: '# mail-01\n\nRole: Mail\n',
    });
    const files = { 'Export-0b1c-Part-1.zip': part };
    const report = await importReport(ann, files);
    expect(report).toMatchObject({ format: 'Notion', created: 5, images: 1 });
    const table = `Runbooks/Hosts ${hosts}_all.csv`;
    expect(report.problems).toEqual([
      { path: table, reason: 'It is a database of Notion; its rows stand in a table', isLeftOut: false },
    ]);
    const [top, zone, list, host] = await documentsTitled(
      ann,
      'Notion runbooks',
      'Notion DNS',
      'Hosts',
      'web-01',
    );
    expect([top.category, zone.category, list.category, host.category]).toEqual([
      null,
      'Runbooks',
      'Runbooks',
      'Hosts',
    ]);
    expect(top.content).toBe(
      '# Notion runbooks\n\n> 💡 Ask the desk first\n\n' +
        `[DNS](/knowledge-base?doc=${zone.id}) and [Hosts](/knowledge-base?doc=${list.id}), ` +
        `[again](/knowledge-base?doc=${zone.id}#x)\n`,
    );
    expect(zone.content).toMatch(/!\[Untitled\]\(\/objects\/[\da-f-]{36}\)/);
    expect(zone.content).toContain(`[up](/knowledge-base?doc=${top.id})\n\n\`\`\`\n<aside>\n\`\`\``);
    expect(list.content).toContain(
      `| Name | Role | Note |\n| --- | --- | --- |\n| [web-01](/knowledge-base?doc=${host.id}) | Front | a\\|b<br>second |\n| [mail-01](`,
    );
    expect(host).toMatchObject({ tags: ['linux', 'dmz'], isPublished: true });
    expect(host.content).toBe('# web-01\n\n- Role: Front\n- Tags: linux, dmz\n\nRuns nginx.\n');
    expect(await importReport(ann, files)).toMatchObject({ created: 0, updated: 0 });
  });

  test('KB-11 in HTML, with properties, callouts, tasks, toggles and bookmarks', async () => {
    const ann = await at.current.signedIn();
    const body = `<nav class="block-color-gray table_of_contents"><div><a href="#x">X</a></div></nav>
<figure class="block-color-gray_background callout" style="display:flex"><div style="font-size:1.5em"><span \
class="icon">⚠️</span></div><div style="width:100%"><p>Two feeds</p></div></figure>
<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Label</span>\
</li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>Patch</span></li></ul>
<ul class="toggle"><li><details open=""><summary>More</summary><p>Hidden</p></details></li></ul>
<figure class="image"><a href="Secret/plan.png"><img style="width:300px" src="Secret/plan.png"/></a></figure>
<figure><a href="https://vendor.example/" class="bookmark source"><div class="bookmark-info"><div \
class="bookmark-text"><div class="bookmark-title">Vendor</div></div></div></a></figure>
<pre class="code"><code class="language-Bash">ls &amp;&amp; df</code></pre>
<p><a href="Plain%20${dns}.html">other</a></p>`;
    const files = {
      'index.html': '<html><body><ul><li><a href="x">x</a></li></ul></body></html>',
      [`Secret ${secret}.html`]:
        '<html><head><title>Rack page</title><style>p{}</style></head><body>' +
        '<article id="x" class="page sans"><header><h1 class="page-title">Rack page</h1>' +
        '<p class="page-description">About racks</p><table class="properties"><tbody>' +
        '<tr class="property-row property-row-multi_select"><th><span class="icon">' +
        '</span>Tags</th><td><span class="selected-value select-value-color-red">rack</span>' +
        '<span class="selected-value">dc</span></td></tr>' +
        '<tr class="property-row property-row-text"><th>Owner</th><td>Ann</td></tr></tbody>' +
        `</table></header><div class="page-body">${body}</div></article></body></html>`,
      [`Plain ${dns}.html`]:
        '<html><body><article class="page sans"><header><h1 class="page-title">Plain ' +
        'page</h1></header><div class="page-body"><p>Text</p></div></article></body></html>',
      'Secret/plan.png': await picture('maroon'),
    };
    const report = await importReport(ann, files);
    expect(report).toMatchObject({ format: 'Notion', created: 2, images: 1 });
    const [rack, other] = await documentsTitled(ann, 'Rack page', 'Plain page');
    expect(rack).toMatchObject({ excerpt: 'About racks', tags: ['rack', 'dc'], category: null });
    expect(rack.content).toMatch(
      new RegExp(
        [
          '- Tags: rack, dc\\n- Owner: Ann',
          '> ⚠️\\n>\\n> Two feeds',
          '- \\[x\\] Label\\n- \\[ \\] Patch',
          '<details>\\n<summary>More</summary>\\n\\nHidden\\n\\n</details>',
          '!\\[\\]\\(/objects/[\\da-f-]{36}\\)',
          '\\[Vendor\\]\\(https://vendor.example/\\)',
          '```Bash\\nls && df\\n```',
          `\\[other\\]\\(/knowledge-base\\?doc=${other.id}\\)`,
        ].join('[\\s\\S]*'),
      ),
    );
  });
});

describe('KB-11 an export of Docmost', () => {
  const metadata = JSON.stringify({
    exportedAt: '2026-10-01T00:00:00.000Z',
    source: 'docmost',
    version: '0.24.0',
    pages: { 'On%20call.md': { updatedAt: '2026-02-03T00:00:00.000Z' } },
  });

  test('KB-11 in Markdown keeps folders, callouts, tasks, links and files', async () => {
    const ann = await at.current.signedIn();
    const file = '0190a1b2-0000-7000-8000-000000000001';
    const report = await importReport(ann, {
      'docmost-metadata.json': metadata,
      'Handbook.md':
        '# Docmost handbook\n\n:::warning\nTwo **feeds**\n\n- a\n:::\n\nNext\n\n' +
        `[On](Handbook/Onboarding.md) ![x](files/${file}/rack.png)\n\n\`\`\`\n:::info\n\`\`\`\n`,
      'Handbook/Onboarding.md': `# Docmost onboarding\n\n- [x]  One \n- [ ]  Two \n\n[up](../Handbook.md)\n`,
      [`files/${file}/rack.png`]: await picture('purple'),
    });
    expect(report).toMatchObject({ format: 'Docmost', created: 2, images: 1, problems: [] });
    const [book, on] = await documentsTitled(ann, 'Docmost handbook', 'Docmost onboarding');
    expect(on).toMatchObject({ category: 'Handbook', isPublished: true });
    expect(on.content).toContain(`[up](/knowledge-base?doc=${book.id})`);
    expect(book.content.replaceAll(/(doc=|objects\/)[\da-f-]+/g, '$1ID')).toBe(
      '# Docmost handbook\n\n> **Warning**\n>\n> Two **feeds**\n>\n> - a\n\nNext\n\n' +
        '[On](/knowledge-base?doc=ID) ![x](/objects/ID)\n\n```\n:::info\n```\n',
    );
  });

  test('KB-11 in Markdown keeps plain boxes, marked titles of sections and the time of the last change', async () => {
    const ann = await at.current.signedIn();
    const text =
      ':::default\nPin\n:::\n\n<details>\n<summary>More **b** & c</summary>\n\nHidden\n\n</details>\n';
    await importReport(ann, {
      'docmost-metadata.json': metadata,
      'On call.md': `# On call\n\n${text}`,
    });
    const [page] = await documentsTitled(ann, 'On call');
    expect(page.content).toBe(
      '# On call\n\n> **Note**\n>\n> Pin\n\n<details>\n' +
        '<summary>More <strong>b</strong> &amp; c</summary>\n\nHidden\n\n</details>\n',
    );
    const [first] = await ann.call(knowledgeBase.versions, { params: { id: page.id } });
    expect(first?.changeLog).toContain('Written on 2026-02-03');
  });

  test('KB-11 in HTML keeps callouts, tasks and attachments', async () => {
    const ann = await at.current.signedIn();
    const html =
      '<!DOCTYPE html><html><head><title>Docmost page</title></head><body><h1>Docmost page</h1>' +
      '<div data-type="callout" data-callout-type="danger"><p>Hot</p></div>' +
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label>' +
      '<input type="checkbox" checked><span></span></label><div><p>Cool it</p></div></li></ul>' +
      '<div data-type="attachment" data-attachment-url="files/1/plan.pdf" ' +
      'data-attachment-name="plan.pdf"></div>' +
      '<div data-type="callout" data-callout-type="default"><p>Pin</p></div>' +
      '<div data-type="pdf"><iframe src="files/1/plan%20b.pdf"></iframe></div></body></html>';
    const report = await importReport(ann, {
      'docmost-metadata.json': metadata,
      'Docmost page.html': html,
      'files/1/plan.pdf': 'pdf of docmost',
      'files/1/plan b.pdf': 'another pdf of docmost',
    });
    expect(report).toMatchObject({ format: 'Docmost', created: 1, files: 2 });
    const [page] = await documentsTitled(ann, 'Docmost page');
    expect(page.content.replaceAll(/\/objects\/[\da-f-]+/g, 'FILE')).toBe(
      '# Docmost page\n\n> **Danger**\n>\n> Hot\n\n- [x] Cool it\n\n[plan.pdf](FILE)\n\n' +
        '> **Note**\n>\n> Pin\n\n[plan b.pdf](FILE)\n',
    );
  });
});
