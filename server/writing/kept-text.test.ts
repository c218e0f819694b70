import { describe, expect, test } from 'vitest';
import { addsNothing, isKept } from './kept-text.ts';

const TEXT = `Rolled back the driver on the print server.
Do not restart the server before the backup has finished.
Do NOT let it auto update.
Run rm -rf /var/tmp/old and then ls -l.
Set the flag to no.
Swap the strings one by one, never two at a time.
Set the timeout to 480 seconds and the retries to 30.
You can't reach \\\\fs01\\hr$ without the key of Bob.
Only restart sql-01 when the queue is empty.

$ systemctl stop nginx
`;
const changed = (from: string, to: string) => {
  expect(TEXT).toContain(from);
  return TEXT.replace(from, to);
};

describe('ED-09 AC-05 rejects a reply of a model', () => {
  test.each([
    ['Do not restart', 'Do restart'],
    ['Do NOT let', 'Do let'],
    ['never two', 'two'],
    ["can't reach", 'can reach'],
    ['without the key', 'with the key'],
    ['Only restart', 'Restart'],
    ['Rolled back', 'Do not roll back'],
    ['/var/tmp/old', '/var'],
    ['rm -rf', 'rm -r'],
    ['to no', 'to yes'],
    ['never two', 'never three'],
    ['to 480 seconds and the retries to 30', 'to 30 seconds and the retries to 480'],
    ['480 seconds', '48 seconds'],
    ['Bob', 'Tim'],
    ['hr$', 'finance$'],
    ['sql-01', 'sql-02'],
    ['Set the flag to no.\n', ''],
    ['Rolled back the driver on the print server.\n', ''],
    ['systemctl stop nginx', 'systemctl start nginx'],
    ['$ systemctl stop nginx', '$ systemctl stop nginx\n$ rm -rf /'],
    ['ls -l.', 'ls -l.\nThen run format C: /q /y.'],
    ['ls -l.', 'ls -l.\n\n```\nshutdown now\n```'],
    ['ls -l.', 'ls -l. Then type `halt`.'],
    ['Set the flag', 'Set the [flag](https://evil.example/a)'],
    ['Set the flag', 'Set the [flag](evil)'],
    ['Set the flag', 'See evil.example. Set the flag'],
    ['Set the flag', '![flag](//evil.example/a.png)\nSet the flag'],
    ['Set the flag', '<img src="x">\nSet the flag'],
  ])('that turns %j into %j', (from, to) => {
    expect(isKept(TEXT, changed(from, to))).toBe(false);
  });

  test('that leaves out one of 51 sentences', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const long = Array.from(
      { length: 50 },
      (_, n) => `Sentence about topic ${letters[n % 26]}lpha with several words of weight here.`,
    );
    const last = 'Finally disconnect forklift battery before touching busbar.';
    expect(isKept([...long, last].join('\n'), [...long, last].join('\n\n'))).toBe(true);
    expect(isKept([...long, last].join('\n'), long.join('\n'))).toBe(false);
  });
});

test('ED-09 AC-05 accepts a reply that says the same in other words, order and form', () => {
  const made = `## Overview

Rolled back the printer driver on the print server.

> **Do not** restart the server until the backup has finished, and don't let it auto-update.

1. Run \`rm -rf /var/tmp/old\`, then \`ls -l\`.
2. Set the flag to **no**.
3. Set the retries to 30 and the timeout to 480 seconds.
4. Swap the strings one by one, and never 2 at a time.

You cannot reach \`\\\\fs01\\hr$\` without the key of Bob.

- Only restart sql-01 once the queue is empty

\`\`\`bash
systemctl stop nginx
\`\`\`
`;
  expect(isKept(TEXT, made)).toBe(true);
  expect(addsNothing(TEXT, 'How to swap the strings, and what not to restart before the backup.')).toBe(true);
});

test.each(['a ', '- not a\n', '1 ', '`a` ', '](a', 'a.b ', '/a/b ', '<', '\\', '@a', '.'])(
  'threat 89 compares long texts in reasonable time: %j',
  (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(isKept(text, text)).toBe(true);
  },
  30_000,
);
