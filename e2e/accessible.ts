import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import type { RunOnly } from 'axe-core';

/** WCAG 2.2 AA and the practices axe recommends. */
const everything: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The rules of WCAG whose result depends on the theme. */
const colours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Returns the violations that axe finds in the current state of the page. */
export async function violationsOn(page: Page, only?: 'colours') {
  // Installs axe once for each page, because transferring it takes most of the time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(runAxe, only === 'colours' ? colours : everything);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/**
 * Runs in the page. A fixed element may cover a target by chance. A target that really is too small fails in the middle of
 * the window too.
 */
async function runAxe(runOnly: RunOnly) {
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  const { violations } = await inPage.run({ runOnly, resultTypes: ['violations'] });
  for (const violation of violations.filter(({ id }) => id === 'target-size')) {
    const small = [];
    for (const node of violation.nodes) {
      const target = document.querySelector(String(node.target[0]));
      target?.scrollIntoView({ block: 'center' });
      // oxlint-disable-next-line no-await-in-loop -- The page has one scroll position at a time.
      const again = await inPage.run(target ?? document, { runOnly: ['target-size'] });
      if (again.violations.length > 0) small.push(node);
    }
    violation.nodes = small;
  }
  return violations.filter(({ nodes }) => nodes.length > 0);
}

/** Use it for states in the middle of a journey. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
}

/** Both themes. The rules that do not depend on the theme run in the first one only. */
export const THEMES = [
  ['dark', undefined],
  ['light', 'colours'],
] as const;

/** Checks the current state in both themes and at both widths. Nothing may be wider than the window. */
export async function expectReadable(page: Page): Promise<void> {
  for (const width of [320, 1280]) {
    // oxlint-disable-next-line no-await-in-loop -- The page has one state at a time.
    await page.setViewportSize({ width, height: 800 });
    for (const [colorScheme, only] of THEMES) {
      // oxlint-disable-next-line no-await-in-loop
      await page.emulateMedia({ colorScheme });
      // oxlint-disable-next-line no-await-in-loop
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      // oxlint-disable-next-line no-await-in-loop
      expect(await violationsOn(page, only), `${colorScheme} at ${width}`).toEqual([]);
    }
    // oxlint-disable-next-line no-await-in-loop
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}
