import { describe, expect, test } from 'vitest';
import type { Root } from 'hast';
import { separateThread } from '../../work/separate-thread.ts';
import { markdownOf, parseHtml } from './as-markdown.ts';
import type * as work from './tree-as-markdown.ts';

const markdown = async (html: string) => (await markdownOf(html)).markdown.trim();
const table = (...rows: string[]) =>
  '<table><thead><tr><th>step</th><th>do</th></tr></thead>' +
  `<tbody>${rows.map((cell, n) => `<tr><td>${n + 1}</td><td>${cell}</td></tr>`).join('')}</tbody>` +
  '</table>';
const cellOf = async (cell: string) =>
  / \| (.*?) +\|$/.exec((await markdown(table(cell))).split('\n')[2] ?? '')?.[1];

describe('KB-11 converts words of HTML without needless escapes', () => {
  test.each([
    ['MAX_HEAP_SIZE in app_cfg__file.ini', 'MAX_HEAP_SIZE in app_cfg__file.ini'],
    ['srv-db-77 at 10.11.12.13', 'srv-db-77 at 10.11.12.13'],
    ['AT&amp;T and R&amp;D', 'AT&T and R&D'],
    ['&amp;copy; stays', '\\&copy; stays'],
    ['items[0] and a[b]c', 'items[0] and a[b]c'],
    ['see http://10.0.0.1:8080/ or ann@corp.example', 'see http://10.0.0.1:8080/ or ann@corp.example'],
    ['<strong>srv</strong>-db-90', '**srv**-db-90'],
    ['<strong>Note:</strong>text', '<strong>Note:</strong>text'],
    ['<strong>Note: </strong>text', '**Note:** text'],
    ['a<em> b </em>c', 'a *b* c'],
    ['_start and end_', '\\_start and end\\_'],
    ['2 * 3 * 4', '2 \\* 3 \\* 4'],
    ['C:\\_tmp', 'C:\\\\\\_tmp'],
    ['H<sub>2</sub>O is 10<sup>3</sup>', 'H<sub>2</sub>O is 10<sup>3</sup>'],
    [
      '<ul><li><label><input type="checkbox" checked disabled><span>Done</span></label></li></ul>',
      '- [x] Done',
    ],
    ['<kbd>Ctrl</kbd>+<mark>C</mark>', '<kbd>Ctrl</kbd>+<mark>C</mark>'],
  ])('KB-11 %s', async (html, expected) => {
    expect(await markdown(`<p>${html}</p>`)).toBe(expected);
  });
});

describe('KB-11 cells of a table', () => {
  test.each([
    ['<p>Stop app</p><p>Start app</p>', 'Stop app<br>Start app'],
    ['one<br>two', 'one<br>two'],
    ['<ol><li>x</li><li><p>y</p></li></ol>', '1. x<br>2. y'],
    ['Do:<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', 'Do:<br>- a<br>\u00a0\u00a0- b<br>- c'],
    ['<pre><code>ls -l\ndf -h | sort</code></pre>', '`ls -l`<br>`df -h \\| sort`'],
    ['<h4>Check</h4><div>all <b>lamps</b></div>', '**Check**<br>all **lamps**'],
    ['<span><p>in</p><p>span</p></span>', 'in<br>span'],
    ['<ul><li><input type="checkbox" checked> done</li></ul>', '- ☑ done'],
    ['<p></p><p>\n</p>', ''],
  ])('KB-11 %s', async (cell, expected) => {
    expect((await cellOf(cell))?.replaceAll(/ +/g, ' ')).toBe(expected);
  });

  test('KB-11 nested tables, and cells over several rows, stay HTML that Markdown allows', async () => {
    const inner = '<table class="x" style="color:red"><tr><td onclick="x()">deep</td></tr></table>';
    const nested = await markdown(`${table(inner, '<pre>a\n\nb</pre>')}<p>after</p>`);
    expect(nested).toMatch(/^<table><thead>.*deep.*<pre>a<br><br>b<\/pre>.*<\/table>\n\nafter$/);
    expect(nested).not.toMatch(/class|style|onclick/);
    const wide = await markdown(
      '<table><tr><td colspan="2">both</td></tr>\n<tr><td>a</td><td><a href="/x">b</a></td></tr></table>',
    );
    expect(wide).toContain('<td colspan="2">both</td>');
    expect(wide).toContain('<a href="/x">b</a>');
    expect(wide).not.toContain('\n');
  });

  test('KB-11 a caption is above its table', async () => {
    expect(await markdown('<table><caption>Ports</caption><tr><th>a</th></tr></table>')).toBe(
      'Ports\n\n| a |\n| - |',
    );
  });
});

describe('KB-11 content that a document cannot contain', () => {
  test('KB-11 embedded pages and videos become links, and are reported', async () => {
    const { markdown: text, changes } = await markdownOf(
      '<p>See</p><iframe src="https://grafana.example/d/1" title="Load"></iframe><video><source ' +
        'src="film.mp4"></video><iframe src="javascript:x()"></iframe>',
    );
    expect(text.trim()).toBe('See\n\n[Load](https://grafana.example/d/1)\n\n[film.mp4](film.mp4)');
    expect(changes).toEqual([
      'An embedded page was replaced by a link: https://grafana.example/d/1',
      'A video was replaced by a link: film.mp4',
      'An embedded page without an allowed address was left out',
    ]);
  });

  test('KB-11 reports drawings, forms and objects, but not scripts and styles', async () => {
    const { markdown: text, changes } = await markdownOf(
      '<style>p{}</style><script>x()</script><svg><text>no</text></svg><form>Name <input></form><object data="a.swf"></object>',
    );
    expect(text.trim()).toBe('Name');
    expect(changes).toEqual([
      'It contains a drawing within the page, which a document cannot show',
      'It contains a form, which a document cannot show; its text was kept',
      'It contains an embedded object, which a document cannot show',
    ]);
  });

  test('KB-11 icons for decoration are no drawings; styles, breaks and anchors keep their meaning', async () => {
    const html =
      '<p><svg role="presentation"><path></path></svg><span style="font-weight:bold">a</span><br><u>b</u> ' +
      '<a href="#x1">up</a> <a href="#f1">part</a> <a href="#none">none</a></p><h2 id="x1">One: two</h2><p id="f1">c</p>';
    expect(await markdownOf(html)).toEqual({
      markdown: '**a**<br><u>b</u> [up](#one-two) [part](#one-two) [none](#none)\n\n## One: two\n\nc\n',
      changes: [],
    });
  });

  test('KB-11 toggles stay, images keep their size', async () => {
    expect(
      await markdown(
        '<details open><summary>More &amp; less</summary><p>Text</p><ul><li>a</li></ul></details>',
      ),
    ).toBe('<details>\n<summary>More &amp; less</summary>\n\nText\n\n- a\n\n</details>');
    expect(await markdown('<p><img src="a.png" alt="A" width="300" style="x"></p>')).toBe(
      '<img src="a.png" alt="A" width="300">',
    );
  });
});

describe('threat 72 threat 94 a page beyond the limits', () => {
  test.each([
    ['nested deeper than any page', `${'<div>'.repeat(201)}x`],
    ['nested by tags that end nothing', '<i></td>'.repeat(20_000)],
    ['nested by tags that are not complete', '<b</td>'.repeat(20_000)],
    ['nested in what is not shown', '<template>'.repeat(20_000)],
    ['longer than any page', `<p>${'x '.repeat(250_000)}</p>`],
  ])('%s stays HTML, which is reported', async (_, html) => {
    const changes = ['It is too large to become markdown, so it stays HTML'];
    expect(await markdownOf(html)).toEqual({ markdown: html, changes });
  });
});

describe('threat 94 a page that takes minutes', () => {
  const slow = parseHtml('<!-- x -->\n'.repeat(40_000)) as Root;

  test('is given up after its time, while others work', async () => {
    const file = new URL('tree-as-markdown.ts', import.meta.url);
    const convert = separateThread<typeof work>(file, 1_000)('markdownOfTree', slow);
    let turns = 0;
    const others = setInterval(() => (turns += 1), 5);
    expect(await convert).toBeUndefined();
    clearInterval(others);
    expect(turns).toBeGreaterThan(10);
  });

  test('does not take from the time of those that wait for it; only a few wait', async () => {
    const convert = separateThread<typeof work>(new URL('tree-as-markdown.ts', import.meta.url), 5_000);
    const [first, ...waiting] = [slow, ...Array.from({ length: 5 }, () => parseHtml('<b>x</b>') as Root)].map(
      (tree) => convert('markdownOfTree', tree),
    );
    expect(await convert('markdownOfTree', parseHtml('<b>x</b>') as Root)).toBeUndefined();
    expect(await first).toBeUndefined();
    expect(await Promise.all(waiting)).toEqual(Array(5).fill({ markdown: '**x**\n', changes: [] }));
    expect(await convert('markdownOfTree', parseHtml('<b>x</b>') as Root)).toMatchObject({
      markdown: '**x**\n',
    });
  });

  test('KB-11 long pages become the same as short ones', async () => {
    const page = '<h2>Restart</h2><p>Press <b>the button</b>.</p><ul><li>one</li></ul>';
    const one = await markdown(page);
    expect(await markdown(page.repeat(200))).toBe(Array.from({ length: 200 }, () => one).join('\n\n'));
  });
});
