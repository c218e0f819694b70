import { describe, expect, test } from 'vitest';
import { structured, structuredPaste } from './structure.ts';

/** The Markdown of a paste. Structuring it again must not change it. */
const madeOf = (...lines: string[]): string => {
  const made = structuredPaste(lines.join('\n'));
  expect(structured(made)).toBe(made);
  return made;
};

describe('AC-05 keeps line breaks of the writer', () => {
  test.each([
    [['[Yesterday 16:02] Priya Nair', 'anyone else seeing drops?', '[Yesterday 16:03] Lukas Weber', 'yes']],
    [['Regards,', 'Helen Marsh', 'Systems Engineer']],
    [
      [
        'Anna Kim 9:14 AM',
        'is jira slow for everyone?',
        'Pete 9:15 AM',
        'yes, the database is at its limit since this morning, I am on it',
      ],
    ],
    [
      [
        '[09:13] Bob Ray: same here, the firewall of the Sydney office shows 100% cpu',
        '[09:24] Bob Ray: works again',
      ],
    ],
  ])('%j', (lines) => {
    expect(madeOf(...lines)).toBe(lines.join('  \n'));
  });

  test('and the code that was typed between fences or backticks into a chat', () => {
    const lines = [
      'Ann 9:14 AM',
      'see `ss -ltnp`, *maybe* __init__',
      '```',
      '# *raw*',
      '```',
      'Bob 9:15 AM',
      'ok',
    ];
    const made = [
      'Ann 9:14 AM  ',
      'see `ss -ltnp`, \\*maybe\\* \\_\\_init\\_\\_',
      ...lines.slice(2, 5),
      'Bob 9:15 AM  ',
      'ok',
    ];
    expect(madeOf(...lines)).toBe(made.join('\n'));
    expect(madeOf('```df -h /var', '/dev/sda 40G', '```')).toBe('```\ndf -h /var\n/dev/sda 40G\n```');
  });

  test('prose that was wrapped at a margin stays one paragraph', () => {
    const prose = [
      'The mail gateway in Perth refused every message of the payroll system after',
      'the certificate had been renewed, because the chain was sent without its',
      'intermediate and the old appliance does not fetch it by itself. We added the',
      'intermediate by hand.',
    ];
    expect(madeOf(...prose)).toBe(prose.join('\n'));
  });

  test('many blank lines become one, and none remains at the ends', () => {
    expect(madeOf('', 'One', '', '', '', 'Two', '')).toBe('One\n\nTwo');
  });
});

describe('AC-05 rows of a spreadsheet become a table', () => {
  test.each([
    [
      'Name\tStatus\nSpooler\tRunning\nW32Time\tStopped',
      '| Name | Status |\n| --- | --- |\n| Spooler | Running |\n| W32Time | Stopped |',
    ],
    [
      'Host\tIP\tNote\napp-01\t10.0.0.1\ta | b\napp-02\t10.0.0.2\t',
      '| Host | IP | Note |\n| --- | --- | --- |\n| app-01 | 10.0.0.1 | a \\| b |\n| app-02 | 10.0.0.2 |  |',
    ],
    [
      'Command\tPurpose\nls -l\tlists files\n# comment\tremark\n\tgoes on',
      '| Command | Purpose |\n| --- | --- |\n| ls -l | lists files |\n| # comment | remark |\n|  | goes on |',
    ],
    [
      '\tMon\tTue\nweb-01\tup\tdown\nweb-02\t\tup',
      '|  | Mon | Tue |\n| --- | --- | --- |\n| web-01 | up | down |\n| web-02 |  | up |',
    ],
    [
      'Window\tSystem\n"Sat 22:00\n- Sun 02:00 ""UTC"""\tSAP\nSun 06:00\t"Mail\nPrint"',
      '| Window | System |\n| --- | --- |\n| Sat 22:00<br>- Sun 02:00 "UTC" | SAP |\n| Sun 06:00 | Mail<br>Print |',
    ],
  ])('%j', (paste, content) => {
    expect(madeOf(paste)).toBe(content);
  });

  test('quotation marks over several lines of text are no cell', () => {
    for (const text of ['"no\ntable" here', 'a\tb\n\n"open\tx\nnever closed'])
      expect(madeOf(text).split(/\s+/)).toEqual(text.split(/\s+/));
  });

  test('sentences with commas and the output of a command are no table', () => {
    const prose = 'We stopped web-01, web-02, and web-03.\nThen we started app-01, app-02, and app-03.';
    expect(madeOf(prose)).not.toContain('|');
    expect(madeOf('$ du -s /var /srv\n4\t/var\n8\t/srv')).toBe(
      '```console\n$ du -s /var /srv\n4\t/var\n8\t/srv\n```',
    );
  });
});

describe('AC-05 steps stay one list', () => {
  test('with their sub-steps, at any indentation', () => {
    expect(
      madeOf(
        '1. Patch the host',
        '  - move the machines',
        '  - wait',
        '2) Reboot',
        '\t(1) check the console',
        '10. Close',
        '     * the ticket',
      ),
    ).toBe(
      '1. Patch the host\n   - move the machines\n   - wait\n2) Reboot\n   1. check the console\n10. Close\n    * the ticket',
    );
  });

  test('with their commands and their text', () => {
    expect(
      madeOf(
        '1. Stop it',
        'systemctl stop cups',
        'and wait a minute.',
        '2. Start it:',
        '',
        'systemctl start cups',
        '',
        '3. Print',
        'a page',
      ),
    ).toBe(
      '1. Stop it\n   ```bash\n   systemctl stop cups\n   ```\n   and wait a minute.\n2. Start it:\n\n' +
        '   ```bash\n   systemctl start cups\n   ```\n\n3. Print  \n   a page',
    );
  });

  test('bullets of word processors and chats become those of Markdown', () => {
    expect(madeOf('• one', '– two', '(1) first', '(2) second')).toBe('- one\n- two\n1. first\n2. second');
    expect(madeOf('1.) erster Schritt', '2.) zweiter')).toBe('1. erster Schritt\n2. zweiter');
  });

  test('a lettered step is text, not code', () => {
    expect(madeOf('1. Patch', '   a) open the console', '   b) choose the host')).not.toContain('```');
  });

  test('named steps with text below them are headings, a plain sequence of them is not', () => {
    expect(madeOf('Step 1: Open the console', 'Log on first.', 'Step 2: Close it', 'Log off.')).toBe(
      '### Step 1: Open the console\n\nLog on first.\n\n### Step 2: Close it\n\nLog off.',
    );
    expect(madeOf('Step 1: Open', 'Step 2: Close')).toBe('Step 1: Open  \nStep 2: Close');
  });
});

describe('AC-05 names of sections become headings', () => {
  test.each([
    ['PURPOSE\nRenew it.', '## PURPOSE\n\nRenew it.'],
    ['Intro\n\nRoot cause:\nA full disk.', 'Intro\n\n## Root cause\n\nA full disk.'],
    ['Lösung\nNeu starten.', '## Lösung\n\nNeu starten.'],
    ['Résolution :\nRedémarrer.', '## Résolution\n\nRedémarrer.'],
    ['Intro\n\nTimeline (all times UTC)\n14:02 Alert', 'Intro\n\n## Timeline (all times UTC)\n\n14:02 Alert'],
    ['STEPS TAKEN TO SOLVE IT:\n- Reboot', '## STEPS TAKEN TO SOLVE IT\n\n- Reboot'],
    [
      'Étape 1 : Arrêter\nsudo systemctl stop nginx',
      '### Étape 1 : Arrêter\n\n```bash\nsudo systemctl stop nginx\n```',
    ],
    ['BEFORE YOU START\nBack it up.', '## BEFORE YOU START\n\nBack it up.'],
    ['It is a\nproblem\nof ours', 'It is a  \nproblem  \nof ours'],
    ['The last word is\nSummary', 'The last word is  \nSummary'],
    ['# Own heading\n\nPurpose:\nx', '# Own heading\n\nPurpose:  \nx'],
  ])('%j', (paste, made) => {
    expect(madeOf(paste)).toBe(made);
  });
});

describe('ED-09 a document', () => {
  test.each([
    '# Fail over\n\nPromote the replica.\n',
    'Text.\n\n\n\nMore text.\n\n',
    '---\ntitle: Heap\nweight: 20\naliases:\n  - /heap/\n---\n\n# Heap\n\nText.',
    '> $ systemctl stop cups\n> stopped',
    '| a | b |\n| --- | --- |\n| $ ls -la | x |',
    '<details>\n<summary>Log</summary>\nNov 22 08:00:01 web nginx: x\n</details>',
    '    systemctl stop cups\n    systemctl start cups',
    '~~~\n$ ls -la\n~~~',
    'A <kbd>Ctrl</kbd><br> <details open><summary>More</summary> b</details>',
    '<!-- width=300px height=auto -->\n![a](/objects/1)',
    'See <https://x.example> on <server name>.',
    'Text that is\n<ins>added</ins> or\n<del>deleted</del>.',
    '<b>All</b> of it\n<i>here</i>\n</b>',
    'The site grew to 600 pages\n– which is a lot.',
    '[a]: https://x.example/a\n\nsee [a]',
    `${'long text '.repeat(40_000)}\n• last`,
  ])('without anything to mark stays unchanged (%#)', (text) => {
    expect(structured(text)).toBe(text);
  });

  test('gets its lists, commands, logs and tables marked', () => {
    const text = `# Spooler

It hangs:
2026-01-05T02:00:01Z ERROR spooler hangs
• printers are offline

1. Restart it
   PS C:\\> Restart-Service Spooler
2. Check

a\tb
1\t2`;
    const made = `# Spooler

It hangs:
\`\`\`text
2026-01-05T02:00:01Z ERROR spooler hangs
\`\`\`
- printers are offline

1. Restart it
   \`\`\`powershell
   PS C:\\> Restart-Service Spooler
   \`\`\`
2. Check

| a | b |
| --- | --- |
| 1 | 2 |
`;
    expect(structured(text)).toBe(made);
    expect(structured(made)).toBe(made);
  });
});

test('AC-05 code that contains a fence gets a longer one', () => {
  expect(madeOf('$ echo "`````"')).toBe('``````console\n$ echo "`````"\n``````');
});
