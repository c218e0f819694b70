import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import type { RunOnly } from 'axe-core';

/** WCAG 2.2 AA and the practices axe recommends. */
const everything: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The rules of WCAG whose answer depends on the theme. */
const colours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What axe finds on the page as it is now. */
export async function violationsOn(page: Page, only?: 'colours') {
  // Kept in the page until it is left: most of the time is spent on handing it over.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(runAxe, only === 'colours' ? colours : everything);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/** Runs in the page. What stands still over it may lie on a target by chance: one that is too small is so in the middle too. */
async function runAxe(runOnly: RunOnly) {
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  const { violations } = await inPage.run({ runOnly, resultTypes: ['violations'] });
  for (const violation of violations.filter(({ id }) => id === 'target-size')) {
    const small = [];
    for (const node of violation.nodes) {
      const target = document.querySelector(String(node.target[0]));
      target?.scrollIntoView({ block: 'center' });
      // oxlint-disable-next-line no-await-in-loop -- The page can be scrolled to one at a time.
      const again = await inPage.run(target ?? document, { runOnly: ['target-size'] });
      if (again.violations.length > 0) small.push(node);
    }
    violation.nodes = small;
  }
  return violations.filter(({ nodes }) => nodes.length > 0);
}

/** For states in the middle of a journey. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
}

/** For both themes: the rules that do not depend on the theme are asked in the first alone. */
export const THEMES = [
  ['dark', undefined],
  ['light', 'colours'],
] as const;

/** The state as it is now, in both themes and at both widths; nothing is wider than the window. */
export async function expectReadable(page: Page): Promise<void> {
  for (const width of [320, 1280]) {
    // oxlint-disable-next-line no-await-in-loop -- One state after the other.
    await page.setViewportSize({ width, height: 800 });
    for (const [colorScheme, only] of THEMES) {
      // oxlint-disable-next-line no-await-in-loop
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // oxlint-disable-next-line no-await-in-loop
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      // oxlint-disable-next-line no-await-in-loop
      expect(await violationsOn(page, only), `${colorScheme} at ${width}`).toEqual([]);
    }
    // oxlint-disable-next-line no-await-in-loop
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}
