import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['run `mailq | head` first', 'run mailq | head first'],
  ['`tail ~~x~~ *.log` and `a[0](b)`', 'tail ~~x~~ *.log and a[0](b)'],
  ['```bash\nps aux | grep [h]ub | awk *\n```', 'ps aux | grep [h]ub | awk *'],
  ['~~~\ndu -sh ~ | sort\n~~~', 'du -sh ~ | sort'],
  ['**bold** ~~gone~~ [link](https://x.example) | cell |', 'bold gone link cell'],
])('AI-09 a command is told as it is written, and text without its markup: %s', (markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});
