import { describe, expect, test } from 'vitest';
import { articleFrom } from './article.ts';
import { structured } from './structure.ts';

const madeOf = (...lines: string[]): string => {
  const { content } = articleFrom(lines.join('\n'), []);
  expect(structured(content)).toBe(content);
  expect(articleFrom(content, []).content).toBe(content);
  return content;
};

describe('AC-05 where a writer ended a line, a reader finds its end', () => {
  test.each([
    [['[Yesterday 16:02] Priya Nair', 'anyone else seeing drops?', '[Yesterday 16:03] Lukas Weber', 'yes']],
    [['Regards,', 'Helen Marsh', 'Systems Engineer']],
    [
      [
        'Anna Kim  9:14 AM',
        'is jira slow for everyone?',
        'Pete  9:15 AM',
        'yes, the database is at its limit since this morning, I am on it',
      ],
    ],
  ])('%j', (lines) => {
    expect(madeOf(...lines)).toBe(lines.join('  \n'));
  });

  test('bare orders under each other become a list', () => {
    expect(madeOf('How to add a DHCP scope', 'Open the console on dc01', 'Right click IPv4 and choose New Scope', 'Activate the scope')).toBe(
      'How to add a DHCP scope\n- Open the console on dc01\n- Right click IPv4 and choose New Scope\n- Activate the scope',
    );
  }); // prettier-ignore

  test('prose that was broken at a margin stays one paragraph', () => {
    const prose = [
      'The mail gateway in Perth refused every message of the payroll system after',
      'the certificate had been renewed, because the chain was sent without its',
      'intermediate and the old appliance does not fetch it by itself. We added the',
      'intermediate by hand.',
    ];
    expect(madeOf(...prose)).toBe(prose.join('\n'));
  });
});

describe('AC-05 rows of a spreadsheet become a table', () => {
  test.each([
    ['Name\tStatus\nSpooler\tRunning\nW32Time\tStopped', '| Name | Status |\n| --- | --- |\n| Spooler | Running |\n| W32Time | Stopped |', 'Spooler, W32Time'],
    ['Host\tIP\tNote\napp-01\t10.0.0.1\ta | b\napp-02\t10.0.0.2\t', '| Host | IP | Note |\n| --- | --- | --- |\n| app-01 | 10.0.0.1 | a \\| b |\n| app-02 | 10.0.0.2 |  |', 'app-01, app-02'],
    ['name;ip;vlan\nsw-01;10.0.0.2;99', '| name | ip | vlan |\n| --- | --- | --- |\n| sw-01 | 10.0.0.2 | 99 |', 'sw-01'],
    ['name,ip,note\nsw-01,10.0.0.2,"a, b"', '| name | ip | note |\n| --- | --- | --- |\n| sw-01 | 10.0.0.2 | a, b |', 'sw-01'],
  ])('%j', (paste, content, title) => {
    expect(madeOf(paste)).toBe(content);
    expect(articleFrom(paste, []).title).toBe(title);
  });

  test('sentences with commas and the output of a command are none', () => {
    const prose = 'We stopped web-01, web-02, and web-03.\nThen we started app-01, app-02, and app-03.';
    expect(madeOf(prose)).not.toContain('|');
    expect(madeOf('$ du -s /var /srv\n4\t/var\n8\t/srv')).toBe('```console\n$ du -s /var /srv\n4\t/var\n8\t/srv\n```');
  });
}); // prettier-ignore
