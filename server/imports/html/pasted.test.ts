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
    ['scripts', '<p>Hi <script>bad()</script><a href="javascript:bad()">there</a></p>', 'Hi there'],
  ])('%s', async (_, html, markdown) => {
    expect(await markdownOfPaste(html)).toBe(markdown);
  });
});

test('threat 72 a cell spans a hundred others at most', async () => {
  const markdown = await markdownOfPaste('<table><tr><td colspan=9000>a</td></tr></table>');
  expect(markdown.split('\n')[0]?.match(/\|/g)).toHaveLength(101);
});
