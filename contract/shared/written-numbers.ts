import { codeLines } from './outline.ts';

/**
 * Numbers of steps and actions that forms write. Inserting or removing one changes the lines of all that follow,
 * although nobody edited them. So texts are merged without their numbers and then numbered again.
 */

/** Placeholder of a number; no document contains it. */
const NUMBER = '\0';

const HEADING = /^(#{1,6})[ \t]+([^\n]*?):?\s*$/;
const STEPS = /^(?:build )?steps$/i;
const BUILD_STEPS = /^build steps$/i;
const ACTIONS = /^actions$/i;

/** Replaces the number of each step and action; `is` finds it after the start of a step or action. */
function replaced(markdown: string, is: string, by: (count: number) => string): string {
  const step = new RegExp(`^(### step )${is}(?=:|\\s*$)`, 'i');
  const action = new RegExp(`^${is}(?=\\. )`);
  const lines = markdown.split('\n');
  const { isCode } = codeLines(lines);
  let [section, part] = ['', ''];
  let [steps, actions] = [0, 0];
  const changed = lines.map((line, n) => {
    const [, { length: level } = '', name = ''] = (!isCode[n] && HEADING.exec(line)) || [];
    if (level > 0) [part, actions] = [name, 0];
    if (level === 1 || level === 2) [section, steps] = [name, 0];
    if (level === 3 && STEPS.test(section)) return line.replace(step, `$1${by((steps += 1))}`);
    const isAction = BUILD_STEPS.test(section) && ACTIONS.test(part) && action.test(line);
    return isAction ? line.replace(action, by((actions += 1))) : line;
  });
  return changed.join('\n');
}

export const withoutNumbers = (markdown: string): string => replaced(markdown, '\\d+', () => NUMBER);

/** Numbers in order. When a merge separated lines from their section, any number will do: the form writes its own. */
export const withNumbers = (markdown: string): string =>
  replaced(markdown, NUMBER, String).replaceAll(NUMBER, '1');

/** To be read before it is known which number it gets. */
export const unnumbered = (markdown: string): string =>
  markdown.replaceAll(` ${NUMBER}`, '').replaceAll(NUMBER, '#');
