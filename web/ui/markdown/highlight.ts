import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { grammarOf, GRAMMARS } from './languages.ts';

export type Token = { text: string; color: string | undefined };

const THEME = 'css-variables';
let highlighter: Promise<HighlighterCore> | undefined;

const open = () =>
  createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--code-' })],
  });

/** Lines of coloured pieces; undefined for a language that is not known. Its grammar is fetched when it is first met. */
export async function highlight(code: string, language: string): Promise<Token[][] | undefined> {
  const grammar = grammarOf(language);
  if (!grammar) return undefined;
  highlighter ??= open();
  const ready = await highlighter;
  if (!ready.getLoadedLanguages().includes(grammar)) await ready.loadLanguage(GRAMMARS[grammar]());
  const { tokens } = ready.codeToTokens(code, { lang: grammar, theme: THEME });
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, color })));
}
