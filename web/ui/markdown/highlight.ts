import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';

/** Grammars of the languages that operations teams use, loaded on first use. */
const GRAMMARS = {
  apache: () => import('shiki/langs/apache.mjs'),
  bash: () => import('shiki/langs/bash.mjs'),
  bat: () => import('shiki/langs/bat.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  csv: () => import('shiki/langs/csv.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  groovy: () => import('shiki/langs/groovy.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  jinja: () => import('shiki/langs/jinja.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsonc: () => import('shiki/langs/jsonc.mjs'),
  kusto: () => import('shiki/langs/kusto.mjs'),
  log: () => import('shiki/langs/log.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  make: () => import('shiki/langs/make.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  nginx: () => import('shiki/langs/nginx.mjs'),
  perl: () => import('shiki/langs/perl.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  properties: () => import('shiki/langs/properties.mjs'),
  puppet: () => import('shiki/langs/puppet.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  reg: () => import('shiki/langs/reg.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  'ssh-config': () => import('shiki/langs/ssh-config.mjs'),
  systemd: () => import('shiki/langs/systemd.mjs'),
  terraform: () => import('shiki/langs/terraform.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  vb: () => import('shiki/langs/vb.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
};

type Grammar = keyof typeof GRAMMARS;

/** Other names that people write after the fence. */
const ALIASES: Record<string, Grammar> = {
  ansible: 'yaml',
  batch: 'bat',
  cmd: 'bat',
  conf: 'ini',
  config: 'ini',
  console: 'bash',
  cs: 'csharp',
  dockerfile: 'docker',
  golang: 'go',
  hcl: 'terraform',
  htm: 'html',
  j2: 'jinja',
  js: 'javascript',
  kql: 'kusto',
  makefile: 'make',
  md: 'markdown',
  node: 'javascript',
  patch: 'diff',
  posh: 'powershell',
  ps: 'powershell',
  ps1: 'powershell',
  pwsh: 'powershell',
  py: 'python',
  sh: 'bash',
  shell: 'bash',
  'shell-session': 'bash',
  shellscript: 'bash',
  tf: 'terraform',
  ts: 'typescript',
  tsql: 'sql',
  unit: 'systemd',
  vbnet: 'vb',
  yml: 'yaml',
  zsh: 'bash',
};

function grammarOf(language: string): Grammar | undefined {
  const name = language.toLowerCase();
  if (Object.hasOwn(GRAMMARS, name)) return name as Grammar;
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
}

export type Token = { text: string; color: string | undefined };

const THEME = 'css-variables';
let highlighter: Promise<HighlighterCore> | undefined;

const open = () =>
  createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--code-' })],
  });

/** Lines of highlighted tokens; undefined for an unknown language. Loads the grammar on first use. */
export async function highlight(code: string, language: string): Promise<Token[][] | undefined> {
  const grammar = grammarOf(language);
  if (!grammar) return undefined;
  highlighter ??= open();
  const ready = await highlighter;
  const tokensOf = () => ready.codeToTokens(code, { lang: grammar, theme: THEME }).tokens;
  if (!ready.getLoadedLanguages().includes(grammar)) {
    await ready.loadLanguage(GRAMMARS[grammar]());
    // shiki gives up a line after half a second. Compiling the grammar's patterns counts, so the first pass only does that.
    tokensOf();
  }
  const tokens = tokensOf();
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, color })));
}
