import { useEffect } from 'react';

let region: HTMLElement | undefined;

/** Announces a change of the page to screen readers. */
export const announce = (text: string): void => {
  if (region) region.textContent = text;
};

/** Mounted once in the application. Its text is separate from the page, so that a text search finds each text once. */
export function Announcer() {
  useEffect(() => {
    const host = document.createElement('div');
    host.className = 'sr-only';
    region = document.createElement('output');
    region.ariaLabel = 'Announcements';
    host.attachShadow({ mode: 'closed' }).append(region);
    document.body.append(host);
    return () => host.remove();
  }, []);
  return null;
}
