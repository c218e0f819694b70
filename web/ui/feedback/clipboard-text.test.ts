import { expect, test } from 'vitest';
import { forClipboard } from './clipboard-text.ts';

test.each([
  ['a common line', 'sudo reboot\n', 'sudo reboot'],
  ['several lines, and a blank one inside', 'a\n\nb\n', 'a\n\nb'],
  ['blank lines at the end', 'a\n \n\t\n  ', 'a'],
  ['an escaped blank at the end', 'cut -d\\ ', 'cut -d\\ '],
  ['indents and tabs', '\tif x:\n    y\n', '\tif x:\n    y'],
  ['a no-break blank', 'bundle\u00a0exec\u00a0rake', 'bundle exec rake'],
  ['figure, thin and narrow blanks', 'a\u2007b\u2009c\u202fd', 'a b c d'],
  ['an ideographic blank', '東京\u3000大阪', '東京\u3000大阪'],
  ['characters without width', '\ufeffip\u200b ad\u00addr\u2060\u200d x\u200c', 'ip addr x'],
  ['directions', 'rm \u202etxt\u202c \u2066a\u2069', 'rm txt a'],
  ['line ends of other systems', 'a\r\nb\rc\u2028d\r\n', 'a\nb\nc\nd'],
  ['the end of a bracketed paste', 'a\u001b[201~b\u009bc\u0007', 'a[201~bc'],
  ['joiners of emoji and scripts', '👩\u200d🚒 می\u200cخواهم', '👩\u200d🚒 می\u200cخواهم'],
  ['nothing but line ends', '\n\n', ''],
])('N7 N8 what is copied: %s', (_, text, copied) => {
  expect(forClipboard(text)).toBe(copied);
});
