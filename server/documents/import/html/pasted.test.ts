import { describe, expect, test } from 'vitest';
import { markdownOfPaste } from './pasted.ts';

describe('ED-02 rich text of the clipboard becomes markdown', () => {
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
      'nested lists of Google Docs, which stand beside their item',
      '<b style="font-weight:normal;" id="docs-internal-guid-2"><ol><li aria-level="1">' +
        '<span>Drain the node</span></li><ul><li aria-level="2"><span>wait</span></li><ul>' +
        '<li aria-level="3"><span>look</span></li></ul></ul><li aria-level="1">' +
        '<span>Reboot it</span></li></ol></b>',
      '1. Drain the node\n   - wait\n     - look\n2. Reboot it',
    ],
    [
      'headings, links and code of a page',
      '<h2>Reset</h2><p>See <a href="https://x.example/r">the runbook</a> and run <code>svc ' +
        'reset</code>.</p><pre><code>svc reset --now\nsvc status</code></pre>',
      '## Reset\n\nSee [the runbook](https://x.example/r) and run `svc reset`.\n\n```\nsvc reset --now\nsvc status\n```',
    ],
    [
      'images: of a page a link, of a file nothing',
      '<p>A <img src="https://x.example/p.png" alt="Plan"> B <img src="file:///C:/t/1.png"></p>',
      'A [Plan](https://x.example/p.png) B',
    ],
    ['what runs', '<p>Hi <script>bad()</script><a href="javascript:bad()">there</a></p>', 'Hi there'],
  ])('%s', async (_, html, markdown) => {
    expect(await markdownOfPaste(html)).toBe(markdown);
  });
});
