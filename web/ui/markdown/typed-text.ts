/** Languages of blocks that show a session: what was typed after a prompt, and what the machine printed. */
const SESSIONS = new Set([
  'console',
  'shell-session',
  'shellsession',
  'sh-session',
  'bash-session',
  'session',
  'terminal',
]);
/** Blocks that people also use for sessions. In them `# ` begins a comment. */
const SHELLS = new Set([
  '',
  'bash',
  'sh',
  'shell',
  'zsh',
  'fish',
  'powershell',
  'pwsh',
  'ps1',
  'text',
  'txt',
]);

/** `ann@db-1:~$ `, `[root@db-1 ~]# ` and `PS C:\> `, or only the sign. */
const NAMED = String.raw`(?:\[[^\]\n]*@[^\]\n]*\]|[\w.-]+@[\w.-]+(?:[: ][^$#%\n]*)?)[$#%]|PS(?: [^>\n]*)?>`;
const PROMPT = new RegExp(String.raw`^[ \t]*(?:${NAMED}|[$#%])[ \t]`);
const SHELL_PROMPT = new RegExp(String.raw`^[ \t]*(?:${NAMED}|\$)[ \t]`);

/** The end of a here-document, which a line announces. */
const HERE = /<<-?\s*(['"]?)(\w+)\1/;

/** The prompt of a block's lines; undefined if the block is no session. */
function promptOf(lines: string[], language: string): RegExp | undefined {
  const name = language.toLowerCase();
  const prompt = SESSIONS.has(name) ? PROMPT : SHELLS.has(name) ? SHELL_PROMPT : undefined;
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const isSession = SESSIONS.has(name) ? lines.some((line) => prompt?.test(line)) : prompt?.test(first);
  return isSession ? prompt : undefined;
}

/** The lines of a block, each as one would type it: without its prompt. */
export function typedLines(code: string, language: string): string[] {
  const lines = code.replace(/\n$/, '').split('\n');
  const prompt = promptOf(lines, language);
  return prompt ? lines.map((line) => line.replace(prompt, '')) : lines;
}

/** What one would type of a block: of a session the commands without prompts, and not what the machine printed. */
export function typedText(code: string, language: string): string {
  const lines = code.replace(/\n$/, '').split('\n');
  const prompt = promptOf(lines, language);
  if (!prompt) return code;
  const typed: string[] = [];
  let goesOn = false;
  let here: string | undefined;
  for (const line of lines) {
    const isCommand = here === undefined && prompt.test(line);
    if (!isCommand && !goesOn && here === undefined) continue;
    const words = isCommand ? line.replace(prompt, '') : line.replace(/^> /, '');
    typed.push(words);
    if (here === undefined) here = HERE.exec(words)?.[2];
    else if (words.trim() === here) here = undefined;
    goesOn = here === undefined && words.endsWith('\\');
  }
  return typed.join('\n');
}
