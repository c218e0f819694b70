import { expect, test } from 'vitest';
import { typedLines, typedText } from './typed-text.ts';

test.each([
  ['a prompt', 'console', '$ sudo reboot\n', 'sudo reboot'],
  ['prompts of people and of root', 'console', '$ sudo -i\n# reboot', 'sudo -i\nreboot'],
  ['what the machine printed', 'console', '$ uname -r\n6.1.0\n$ id -u\n0', 'uname -r\nid -u'],
  [
    'named prompts',
    'shell-session',
    'ann@db-1:~/dumps$ ls\n[root@db-1 ~]# id\nPS C:\\Users> dir',
    'ls\nid\ndir',
  ],
  [
    'a command of several lines',
    'console',
    '$ tar -c \\\n>   -f a.tar \\\n    b\nb',
    'tar -c \\\n  -f a.tar \\\n    b',
  ],
  [
    'a here-document',
    'console',
    "$ cat <<'END' >a\n# kept\nEND\nprinted\n$ ls",
    "cat <<'END' >a\n# kept\nEND\nls",
  ],
  ['a session in a block of a shell', 'sh', '$ ls\na b\n$ id', 'ls\nid'],
  ['a session in a block without language', '', '\n$ ls', 'ls'],
])('N7 N8 copied code is what one would type: %s', (_, language, code, typed) => {
  expect(typedText(code, language)).toBe(typed);
});

test.each([
  ['a comment of a shell', 'sh', '# Restart it\nsystemctl restart relay'],
  ['a heading', '', '# Title\n\ntext'],
  ['a comment among commands', 'bash', 'ls\n$ no prompt at first'],
  ['a session without prompts', 'console', 'ls\nid'],
  ['a variable', 'sh', '$HOME/bin/run'],
  ['another language', 'php', '$ = 1;\n# comment'],
  ['a percentage', 'console', '50% done'],
])('N7 N8 other code is copied as it is: %s', (_, language, code) => {
  expect(typedText(code, language)).toBe(code);
  expect(typedLines(code, language).join('\n')).toBe(code);
});

test('N7 N8 each line of a session is copied without its prompt', () => {
  expect(typedLines('$ uname -r\n6.1.0\n# reboot\n', 'console')).toEqual(['uname -r', '6.1.0', 'reboot']);
});
