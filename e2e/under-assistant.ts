import type { Page } from '@playwright/test';

/**
 * Returns texts and fields that stay under the assistant's button although they were scrolled into view. Returns nothing if
 * the screen has no such button, or if something covers the button.
 */
export async function underAssistant(page: Page): Promise<string[]> {
  // So low that nearly every part must be scrolled.
  const window = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ ...window, height: 400 });
  const covered = await page.evaluate(findCovered);
  await page.setViewportSize(window);
  return covered;
}

/** Runs in the page. */
function findCovered(): string[] {
  const button = document.querySelector('[aria-label="Open AI Assistant"]');
  const area = button?.getBoundingClientRect();
  if (!button || !area) return [];
  const isOnTop = button.contains(
    document.elementFromPoint(area.x + area.width / 2, area.y + area.height / 2),
  );
  if (!isOnTop) return [];
  const isUnder = ({ left, right, top, bottom }: DOMRect) =>
    right > left &&
    bottom > top &&
    left < area.right &&
    right > area.left &&
    top < area.bottom &&
    bottom > area.top;
  const main = document.querySelector('main');
  const controls = [...(main?.querySelectorAll('a, button, input, select, textarea') ?? [])];
  const texts: [Element, () => DOMRect[]][] = [];
  const walker = document.createTreeWalker(main ?? document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    if (text.parentElement && text.textContent?.trim())
      texts.push([text.parentElement, () => [...range.getClientRects()]]);
  }
  const all = [...controls.map((one) => [one, () => [one.getBoundingClientRect()]] as const), ...texts];
  const covered = all.filter(([element, areas]) => {
    if (!areas().some((one) => isUnder(one))) return false;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    return areas().some((one) => isUnder(one));
  });
  return covered.map(([element]) => element.outerHTML.slice(0, 200));
}
