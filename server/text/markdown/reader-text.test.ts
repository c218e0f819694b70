import { expect, test } from 'vitest';
import { plainText, readText } from './reader-text.ts';

test.each([
  ['run `mailq | head` first', 'run mailq | head first'],
  ['`tail ~~x~~ *.log` and `a[0](b)`', 'tail ~~x~~ *.log and a[0](b)'],
  ['```bash\nps aux | grep [h]ub | awk *\n```', 'ps aux | grep [h]ub | awk *'],
  ['~~~\ndu -sh ~ | sort\n~~~', 'du -sh ~ | sort'],
  ['**bold** ~~gone~~ [link](https://x.example)', 'bold gone link'],
  ['| a | **b** |\n|---|---|\n| 1 \\| 2 | `c` |', 'a b 1 | 2 c'],
])('AI-09 keeps a command as it is written, and removes markup from text: %s', (markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});

test.each([
  [
    'escapes',
    'set MAX\\_HEAP\\_SIZE on srv\\-db\\-77 at 10\\.11\\.12\\.13',
    'set MAX_HEAP_SIZE on srv-db-77 at 10.11.12.13',
  ],
  ['emphasis inside a word', '**srv**-db-90 and `app`-01', 'srv-db-90 and app-01'],
  ['character references', '&Uuml;bersicht &#x41; &amp;lt;', 'Übersicht A &lt;'],
  [
    'a placeholder',
    'ssh admin@<server-name> -p <PORT> in List<String>',
    'ssh admin@<server-name> -p <PORT> in List<String>',
  ],
  [
    'a placeholder in a cell and a heading',
    '# To <ip>\n\n| at <ip> |\n|---|\n| <host> |',
    'To <ip> at <ip> <host>',
  ],
  ['a placeholder that is an element elsewhere', 'mail <address> now', 'mail <address> now'],
  [
    'a piece of XML',
    '<config>\n  <title>a</title>\n\n  <add key="b"/>\n</config>',
    '<config> <title>a</title> <add key="b"/> </config>',
  ],
  ['HTML', 'a<br>b <b>c</b> <center>d</center> <!-- e --> <script>f</script>', 'a b c d'],
  ['lists, tasks and quotations', '- [ ] one\n- two\n  goes on\n\n> three', 'one two goes on three'],
  ['a footnote', 'text[^1]\n\n[^1]: note', 'text^1 note'],
])('SHELL-07 reads %s as on the page', (_, markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});

test('threat 74 reads a long hostile text quickly and keeps its words', () => {
  for (const hostile of ['>', '[', '*a_ ', '<a b="', '&', '<!--', '- '])
    expect(plainText(`start\n\n${hostile.repeat(20_000)}`).startsWith('start')).toBe(true);
});

test('SHELL-07 knows where links lead, without making it part of the text', () => {
  const { text, addresses } = readText(
    '[runbook](https://wiki.example/a) ![plan](/objects/1) <https://x.example>',
  );
  expect(text).toBe('runbook plan https://x.example');
  expect(addresses).toEqual(['https://wiki.example/a', 'https://x.example']);
});

test('AI-09 the id in a link to an item of the product is no word; the path of another page is', () => {
  const id = '4b1c1b9e-8d0e-4a6e-9c55-0d7f6f1f2a3b';
  const own = ['/infrastructure/', '/infrastructure?server=', '/knowledge-base/', '/team?member='];
  expect(readText(own.map((path) => `[it](${path}${id})`).join(' ')).addresses).toEqual([]);
  expect(readText('[it](/documents/restart-guide.pdf)').addresses).toEqual(['/documents/restart-guide.pdf']);
});
