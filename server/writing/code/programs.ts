import { type Detector, runOf } from './detector.ts';
import { isSentence } from './line-forms.ts';

/** How a line of JavaScript or of a language like it begins, and how it ends. */
const CURLY =
  /^\s*(?:import .*\bfrom ['"]|import ['"]|export (?:default|async|const|function|class|type)\b|(?:const|let|var) [\w{[].*=|(?:async )?function\b.*\(|(?:if|for|while|switch|catch) \(|return\b|throw new|class \w+.*\{|(?:public|private|protected|internal|static) .*[({;]|using [\w.]+;|#include\b|package [\w.]+;|\}|\/\/|\/\*|await )/;
const CURLY_END = /(?:[;{},(]|=>|\*\/)\s*$/;
const DOCKER =
  /^(?:FROM|RUN|COPY|WORKDIR|CMD|ENTRYPOINT|ENV|EXPOSE|ARG|USER|ADD|LABEL|VOLUME|HEALTHCHECK) \S/;

/** Programs: what they begin with, and then all that stands further in or begins the same way. */
export const script: Detector = (lines, from) => {
  const first = lines[from] ?? '';
  if (/^#!\s?\/\S/.test(first)) {
    const to = runOf(lines, from, (line, at) => line.trim() !== '' || (at < lines.length - 1 && !isSentence(lines[at + 1] ?? '')));
    return { to, language: /python/.test(first) ? 'python' : 'bash' };
  }
  if (/^(?:import \w[\w.]*(?: as \w+)?|from [\w.]+ import .+|(?:async )?def \w+\(.*|class \w+.*:|@\w+(?:\(.*\))?)\s*$/.test(first)) {
    const isOne = (line: string) => /^\s|^(?:import|from|def|class|async|@|if |for |while |with |try:|except|else|elif|return|print\(|#)|^\w+ = |^\w[\w.]*\(.*\)$/.test(line);
    return { to: runOf(lines, from, (line, at) => isOne(line) || (line.trim() === '' && isOne(lines[at + 1] ?? ''))), language: 'python' };
  }
  const isCurly = (line: string) => CURLY.test(line) && (CURLY_END.test(line) || /^\s*\/\//.test(line));
  if (isCurly(first) && !/^\s*[}/]/.test(first)) {
    const isOne = (line: string) => isCurly(line) || /^(?: {2}|\t)\s*\S/.test(line) || /^\s*[)}\]]+[;,)]*\s*$/.test(line) || /^\w[\w.]*\(.*\);\s*$/.test(line);
    const to = runOf(lines, from, (line, at) => isOne(line) || (line.trim() === '' && isOne(lines[at + 1] ?? '')));
    return { to, language: /^(?:import|export|const|let|var|async|function|await)\b/.test(first) ? 'javascript' : 'text' };
  }
  if (/^FROM \S+(?: AS \w+)?\s*$/.test(first) && DOCKER.test(lines[from + 1] ?? ''))
    return { to: runOf(lines, from, (line, at) => DOCKER.test(line) || /^\s+\S|^#/.test(line) || (line.trim() === '' && DOCKER.test(lines[at + 1] ?? ''))), language: 'docker' };
  if (/^[\w.-]+\s*=\s*$/.test(first) && /^\s*\(/.test(lines[from + 1] ?? ''))
    return { to: runOf(lines, from, (line, at) => at === from || /^\s*[()]|^\s+\S/.test(line)), language: 'text' };
  const isCisco = /^(?:interface \S+|router \w+(?: \d+)?|vlan \d+|ip access-list \S+.*|line (?:vty|con|aux) .*|access-list \d+ .*)$/;
  if (isCisco.test(first) && (/^ \S|^!/.test(lines[from + 1] ?? '') || isCisco.test(lines[from + 1] ?? ''))) {
    return { to: runOf(lines, from, (line) => isCisco.test(line) || /^ \S|^!|^end$|^no \w/.test(line)), language: 'text' };
  }
  return undefined;
}; // prettier-ignore
