import { expect, test } from 'vitest';
import { READ_BYTES, textOfFile } from './text-of-file.ts';

test('SRCH-40 the beginning of a text file is read in the encodings that people have', () => {
  expect(textOfFile(Buffer.from('listen 8443;\r\n\tcafé'))).toBe('listen 8443;\r\n\tcafé');
  expect(textOfFile(Buffer.from('\ufeffGrüße', 'utf16le'))).toBe('Grüße');
  expect(textOfFile(Buffer.from('Gr\xfc\xdfe', 'latin1'))).toBe('Grüße');
  expect(textOfFile(Buffer.from('\u001b[31mred\u001b[0m'))).toContain('red');
});

test('SRCH-40 a long file is cut, even within a character', () => {
  const text = textOfFile(Buffer.from(`a${'é'.repeat(READ_BYTES)}`));
  expect(text).toBe(`a${'é'.repeat((READ_BYTES - 2) / 2)}`);
});

test('SRCH-40 a file that is no text has no words', () => {
  expect(textOfFile(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 8, 0]))).toBe('');
  expect(textOfFile(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]))).toBe('');
  expect(textOfFile(Buffer.alloc(0))).toBe('');
});
