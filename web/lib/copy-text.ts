/** Puts text on the clipboard. Browsers offer the clipboard itself only over https and on the own machine. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  // An open dialog takes the focus back from everything outside of it.
  (document.activeElement?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  // Deprecated, but the only way over plain http.
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('The browser did not copy');
}
