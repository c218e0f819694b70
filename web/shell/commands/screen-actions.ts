import { MousePointerClick } from 'lucide-react';
import type { PaletteEntry } from './palette-entries.ts';

/**
 * What the screen offers: its buttons and links with the attribute `data-action`, whose value is their single-character key or
 * empty. Hidden and disabled ones are left out.
 */
export const screenActions = (): PaletteEntry[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-action]:not(:disabled)')]
    .filter((control) => control.checkVisibility())
    .map((control) => ({
      label: control.ariaLabel ?? control.textContent.trim(),
      Icon: MousePointerClick,
      ...(control.dataset['action'] && { keys: control.dataset['action'] }),
      run: () => control.click(),
    }));
