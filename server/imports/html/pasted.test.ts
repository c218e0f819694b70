import { describe, expect, test } from 'vitest';
import { markdownOfPaste } from './pasted.ts';

describe('ED-02 rich text of the clipboard becomes Markdown', () => {
  test.each<[string, html: string, markdown: string]>([
    [
      'a table of Excel',
      '<html ' +
        'xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{color:black}</style>' +
        '</head><body><table><!--StartFragment--><col ' +
        'width=64><tr><td class=xl65>Host</td><td>Port</td></tr><tr><td>app-7</td><td ' +
        'align=right>8443</td></tr><!--EndFragment--></table></body></html>',
      '| Host  | Port |\n| ----- | ---: |\n| app-7 | 8443 |',
    ],
    [
      'nested lists of Word',
      "<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'>" +
        "<![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span>" +
        '<![endif]>Stop the feed</p>\n' +
        "<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'>" +
        "<span style='mso-list:Ignore'>·<span>&nbsp;</span></span>on node A</p>\n" +
        "<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'>" +
        "<span style='mso-list:Ignore'>2.</span>Start it<o:p></o:p></p>",
      '1. Stop the feed\n   - on node A\n2. Start it',
    ],
    [
      'styles of Google Docs',
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p ' +
        'dir="ltr"><span style="font-weight:400">Call </span><span ' +
        'style="font-weight:700">Kim</span><span style="font-style:italic"> first</span></p></b>',
      'Call **Kim** *first*',
    ],
    [
      'nested lists of Google Docs, which come after their item',
      '<b style="font-weight:normal;" id="docs-internal-guid-2"><ol><li aria-level="1">' +
        '<span>Drain the node</span></li><ul><li aria-level="2"><span>wait</span></li><ul>' +
        '<li aria-level="3"><span>look</span></li></ul></ul><li aria-level="1">' +
        '<span>Reboot it</span></li></ol></b>',
      '1. Drain the node\n   - wait\n     - look\n2. Reboot it',
    ],
    [
      'merged cells of Excel, which stay a table',
      '<table><tr><td>Host</td><td>Port</td><td>Note</td></tr><tr><td rowspan=2>app-7</td>' +
        '<td colspan=2>both</td></tr><tr><td>8443</td><td>x|y</td></tr></table>',
      '| Host  | Port | Note |\n| ----- | ---- | ---- |\n| app-7 | both |      |\n|       | 8443 | x\\|y |',
    ],
    [
      'a cell of Google Sheets',
      '<style><!--td {border: 1px solid}br {mso-data-placement:same-cell;}--></style><span data-sheets-value="{}">10.0.0.7</span>',
      '10.0.0.7',
    ],
    [
      'a list of Word that continues after a paragraph, with items that begin with a number',
      "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>" +
        "<span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>Stop it</p>" +
        "<p class=MsoNormal>Wait.</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>" +
        "<span style='mso-list:Ignore'>2.<span>&nbsp;</span></span>23.9 GB must be free</p>" +
        "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>" +
        "<span style='mso-list:Ignore'>3.</span>Start it</p>",
      '1. Stop it\n\nWait.\n\n2. 23.9 GB must be free\n3. Start it',
    ],
    [
      'paragraphs of Word that begin with one word and a full stop, which are no list',
      '<p class=MsoNormal>Hello.</p><p class=MsoNormal>No. Not <b>now</b>.</p>',
      'Hello.\n\nNo. Not **now**.',
    ],
    [
      'comments, insertions and empty lines of Word',
      '<p class=MsoNormal>Use <ins cite="mailto:Kim">the new</ins> key<span ' +
        'class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[K1]</a></span></p>' +
        '<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Done.</p>',
      'Use the new key\n\nDone.',
    ],
    [
      'a list of OneNote that begins at another number',
      "<ol style='margin-left:.4in'><li value=4><span>Drain</span></li><li><span>Reboot</span></li></ol>",
      '4. Drain\n5. Reboot',
    ],
    [
      'a checklist of Google Docs',
      '<ul><li role="checkbox" aria-checked="true"><p><span>Drained</span></p></li>' +
        '<li role="checkbox" aria-checked="false"><p><span>Rebooted</span></p></li></ul>',
      '- [x] Drained\n- [ ] Rebooted',
    ],
    [
      'one plain line of Google Docs, which is not bold',
      '<b style="font-weight:normal;" id="docs-internal-guid-3"><span style="font-weight:400">Call the duty phone</span></b>',
      'Call the duty phone',
    ],
    [
      'cells of Google Docs with several paragraphs',
      '<table><tr><td><p>Key</p></td><td><p>Value</p></td></tr><tr><td><p>a</p></td><td><p>one</p><p>two</p></td></tr></table>',
      '| Key | Value      |\n| --- | ---------- |\n| a   | one<br>two |',
    ],
    [
      'headings, links and code of a page',
      '<h2>Reset</h2><p>See <a href="https://x.example/r">the runbook</a> and run <code>svc ' +
        'reset</code>.</p><pre><code>svc reset --now\nsvc status</code></pre>',
      '## Reset\n\nSee [the runbook](https://x.example/r) and run `svc reset`.\n\n```\nsvc reset --now\nsvc status\n```',
    ],
    [
      'images: a link for those of a page, nothing for those of a file',
      '<p>A <img src="https://x.example/p.png" alt="Plan"> B <img src="file:///C:/t/1.png"></p>',
      'A [Plan](https://x.example/p.png) B',
    ],
    [
      'N2 code whose style keeps lines and blanks',
      '<p>First</p><div><span class="prismjs"><code class="language-sh" style="white-space: pre;"><span>df -h\n</span>' +
        '<span>  du -s  x\n</span><span>reboot</span></code></span></div><p>Then</p>',
      'First\n\n```sh\ndf -h\n  du -s  x\nreboot\n```\n\nThen',
    ],
    ['N2 code with line breaks', '<p>Run <code>a<br>  b</code> now</p>', 'Run\n\n```\na\n  b\n```\n\nnow'],
    [
      'N2 text whose style keeps lines and blanks',
      '<div style="font-size:1em;white-space:pre-wrap">mount -a\n  ls /mnt</div>',
      '```\nmount -a\n  ls /mnt\n```',
    ],
    [
      'N2 one line of Google Docs, which is no code',
      '<p><span style="white-space:pre-wrap">Call Jo</span></p>',
      'Call Jo',
    ],
    [
      'N9 lists of Slack, whose level is an attribute',
      '<ul data-indent="0"><li data-stringify-indent="0">disks</li></ul><ul data-indent="1">' +
        '<li data-stringify-indent="1">sdc</li><li data-stringify-indent="1">sdd</li></ul>' +
        '<ol data-indent="2"><li data-stringify-indent="2">wipe</li></ol><ul data-indent="0"><li>fans</li></ul>',
      '- disks\n  - sdc\n  - sdd\n    1. wipe\n- fans',
    ],
    [
      'N9 lists of Quill, whose level and kind are attributes',
      '<ol><li data-list="ordered">Stop</li><li data-list="bullet" class="ql-indent-1">node A</li>' +
        '<li data-list="ordered">Start</li><li data-list="checked" class="ql-indent-1">seen</li></ol>',
      '1. Stop\n   - node A\n2. Start\n   - [x] seen',
    ],
    [
      'N9 lists of Word for the web',
      '<div class="ListContainerWrapper"><ul><li data-aria-level="1"><p>Rack</p></li></ul></div>' +
        '<div class="ListContainerWrapper"><ul><li data-aria-level="2"><p>Feed</p></li></ul></div>',
      '- Rack\n  - Feed',
    ],
    [
      'N9 lists of Draft.js, Dropbox Paper and Etherpad',
      '<ul><li class="public-DraftStyleDefault-depth0">a</li><li class="public-DraftStyleDefault-depth1">b</li></ul>' +
        '<p>x</p><ul class="listindent1"><li>c</li></ul><ul class="listindent2"><li>d</li></ul>' +
        '<p>y</p><ul class="list-bullet1"><li>e</li></ul><ol class="list-number2"><li>f</li></ol>',
      '- a\n  - b\n\nx\n\n- c\n  - d\n\ny\n\n- e\n  1. f',
    ],
    [
      'N15 signs of Slack, which are pictures',
      '<p>done <img src="https://x.example/1.png" alt=":heavy_check_mark:" data-stringify-emoji=":heavy_check_mark:"></p>',
      'done ✔️',
    ],
    ['scripts', '<p>Hi <script>bad()</script><a href="javascript:bad()">there</a></p>', 'Hi there'],
  ])('%s', async (_, html, markdown) => {
    expect(await markdownOfPaste(html)).toBe(markdown);
  });
});

test('threat 72 a cell spans a hundred others at most', async () => {
  const markdown = await markdownOfPaste('<table><tr><td colspan=9000>a</td></tr></table>');
  expect(markdown.split('\n')[0]?.match(/\|/g)).toHaveLength(101);
});

test.each<[product: string, html: string, note: string]>([
  [
    'GitHub',
    '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Caution</p><p>Hot</p></div>',
    '> **Warning**\n>\n> Hot',
  ],
  [
    'MkDocs',
    '<div class="admonition tip"><p class="admonition-title">Good to know</p><p>Cold</p></div>',
    '> **Tip: Good to know**\n>\n> Cold',
  ],
  [
    'Docusaurus',
    '<div class="theme-admonition theme-admonition-info alert alert--info"><div class="admonitionHeading_a1"><span>info</span>' +
      '</div><div class="admonitionContent_b2"><p>x</p></div></div>',
    '> **Info**\n>\n> x',
  ],
  [
    'VitePress',
    '<div class="danger custom-block"><p class="custom-block-title">STOP</p><p>x</p></div>',
    '> **Danger: STOP**\n>\n> x',
  ],
  [
    'Confluence',
    '<div class="confluence-information-macro confluence-information-macro-tip"><p class="title">Read</p>' +
      '<span class="aui-icon"></span><div class="confluence-information-macro-body"><p>x</p></div></div>',
    '> **Tip: Read**\n>\n> x',
  ],
  [
    'Confluence Cloud',
    '<div data-panel-type="error"><div class="ak-editor-panel__content"><p>x</p></div></div>',
    '> **Danger**\n>\n> x',
  ],
  [
    'Microsoft Learn',
    '<div class="IMPORTANT"><p class="alert-title">Important</p><p>x</p></div>',
    '> **Important**\n>\n> x',
  ],
  [
    'Outline',
    '<div class="notice-block warning"><div class="content"><p>x</p></div></div>',
    '> **Warning**\n>\n> x',
  ],
  ['Docmost', '<div data-type="callout" data-callout-type="danger"><p>x</p></div>', '> **Danger**\n>\n> x'],
  [
    'Obsidian',
    '<div class="callout" data-callout="bug"><div class="callout-title">Leak</div><div class="callout-content"><p>x</p></div></div>',
    '> **Danger: Leak**\n>\n> x',
  ],
  ['BookStack', '<p class="callout success">x</p>', '> **Tip**\n>\n> x'],
  [
    'Hugo Relearn',
    '<div class="box notices cstyle note"><div class="box-label">Note</div><div class="box-content"><p>x</p></div></div>',
    '> **Note**\n>\n> x',
  ],
  [
    'Asciidoctor',
    '<div class="admonitionblock warning"><table><tr><td class="icon"><div class="title">Warning</div></td>' +
      '<td class="content">x</td></tr></table></div>',
    '> **Warning**\n>\n> x',
  ],
  [
    'Bootstrap',
    '<div class="alert alert-danger"><h4 class="alert-heading">Mind</h4><p>x</p></div>',
    '> **Danger: Mind**\n>\n> x',
  ],
  ['Wiki.js', '<blockquote class="is-success"><p>x</p></blockquote>', '> **Tip**\n>\n> x'],
])('N4 a box of %s becomes a quotation with its kind', async (_, html, note) => {
  expect(await markdownOfPaste(`<p>a</p>${html}<p>b</p>`)).toBe(`a\n\n${note}\n\nb`);
});

test('N4 a class that only looks like the word for a kind is no box', async () => {
  expect(await markdownOfPaste('<div class="footnote my-tips"><p>x</p></div>')).toBe('x');
});

test('N13 code of an editor is plain text, without marks and escapes, with its indents', async () => {
  const line = (...spans: string[]) =>
    `<div>${spans.map((text) => `<span style="color:#fff">${text}</span>`).join('')}</div>`;
  const lines =
    line('def ', '__init__', '(*args):') + line('    ', '<b>return</b> a*b*c') + '<br>' + line('x_y_z');
  const text = 'def __init__(*args):\n    return a*b*c\n\nx_y_z';
  for (const style of [
    'font-family: SF Mono;font-size: 14px;white-space: pre;',
    "font-family:'JetBrains Mono',monospace;",
  ])
    expect(
      await markdownOfPaste(`<meta charset='utf-8'><div style="color: #ccc;${style}">${lines}</div>`),
    ).toBe(text);
});
