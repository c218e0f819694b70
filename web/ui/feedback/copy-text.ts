import { toast } from '../overlays/toasts.ts';
import { forClipboard } from './clipboard-text.ts';

/** Copies text to the clipboard. Browsers offer the clipboard API only over https and on localhost. */
export async function copyText(shown: string): Promise<void> {
  const text = forClipboard(shown);
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  // An open dialog takes the focus back from everything outside it.
  (document.activeElement?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  // Deprecated, but the only way over plain http.
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('The browser did not copy');
}

/** Copies text and reports the result in a toast; `select` says what to do if it fails. Resolves to whether it worked. */
export const copyAndReport = (text: string, title: string, select: string): Promise<boolean> =>
  copyText(text).then(
    () => {
      toast({ kind: 'success', title });
      return true;
    },
    () => {
      toast({ kind: 'error', title: 'Not copied', text: `The browser does not allow it. ${select}` });
      return false;
    },
  );
