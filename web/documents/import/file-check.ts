import { MAX_IMPORT_BYTES } from '../../../contract/documents.ts';

/** Why a chosen file cannot be imported, as far as the browser can tell. */
export function whyRefused(files: { name: string; size: number }[]): string | undefined {
  const [file, ...others] = files;
  if (!file) return 'Choose a zip.';
  if (others.length > 0) return 'Choose one zip at a time.';
  if (!/\.zip$/i.test(file.name)) return `${file.name} is not a zip. Put the files into a zip first.`;
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > MAX_IMPORT_BYTES) {
    return `${file.name} has ${sizeText(file.size)}; at most ${sizeText(MAX_IMPORT_BYTES)} are taken. Split it.`;
  }
  return undefined;
}

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** '88 KB', '4.2 MB'; one decimal only below 10. */
export function sizeText(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const size = bytes / 1024 ** step;
  return `${size < 10 && step > 0 ? size.toFixed(1) : Math.round(size)} ${UNITS[step]}`;
}
