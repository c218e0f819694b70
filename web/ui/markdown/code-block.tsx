import type { Element } from 'hast';
import { Copy } from 'lucide-react';
import {
  type ClipboardEvent,
  type ComponentProps,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ExtraProps } from 'hast-util-to-jsx-runtime';
import { forClipboard } from '../feedback/clipboard-text.ts';
import { copyAndReport } from '../feedback/copy-text.ts';
import { fetchedPart, Part } from '../feedback/part.tsx';
import { IconButton } from '../controls/button.tsx';
import { ScrollBox } from '../layout/scroll-box.tsx';
import type { Token } from './highlight.ts';
import { CopyLine } from './copy-line.tsx';
import { isElement, textOf } from './tree.ts';
import { typedLines, typedText } from './typed-text.ts';
import { useWasSeen } from './use-was-seen.ts';

const Diagram = fetchedPart<{ source: string; children: ReactNode }>(
  () => import('./diagram.tsx'),
  'Diagram',
);

/** Maximum characters of a highlighted block; a log of megabytes stays plain. */
const MAX_COLOURED = 50_000;

/** A code block, highlighted if its language is known; a diagram if the code describes one. */
export function CodeBlock({ node, children }: ComponentProps<'pre'> & ExtraProps) {
  const code = node?.children.find((child): child is Element => isElement(child) && child.tagName === 'code');
  const language = languageOf(code);
  const text = code ? textOf(code) : '';
  const block = (
    <Block text={text} language={language}>
      {children}
    </Block>
  );
  if (language !== 'mermaid') return block;
  return (
    <Part name="The diagram" of={[text]}>
      <Suspense fallback={block}>
        <Diagram source={text}>{block}</Diagram>
      </Suspense>
    </Part>
  );
}

function languageOf(code: Element | undefined): string {
  const [name = ''] = [code?.properties['className'] ?? []].flat();
  return String(name).replace(/^language-/, '');
}

function Block({ text, language, children }: { text: string; language: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const lines = useColours(box, text, language);
  const copy = () =>
    void copyAndReport(typedText(text, language), 'Code copied to clipboard', 'Select the code and copy it.');
  return (
    <div ref={box} className="code-block" onCopy={(event) => copySelected(event, language)}>
      <CopyLine text={text} language={language} />
      <ScrollBox label="Code" className="scroll-box">
        <pre>
          {lines ? <code className={`language-${language}`}>{lines.map(colouredLine)}</code> : children}
        </pre>
      </ScrollBox>
      <IconButton size="small" label="Copy code" icon={<Copy size={14} />} onClick={copy} className="copy" />
    </div>
  );
}

/** What was selected is copied as a whole, also what a machine printed; only prompts and odd blanks are left out. */
function copySelected(event: ClipboardEvent, language: string): void {
  const selected = String(getSelection());
  if (selected === '') return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', forClipboard(typedLines(selected, language).join('\n')));
}

const colouredLine = (line: Token[], index: number) => (
  <span key={index}>
    {line.map(({ text, color }, place) => (
      <span key={place} style={{ color }}>
        {text}
      </span>
    ))}
    {'\n'}
  </span>
);

/** The highlighted code. Undefined until it is ready, or if the highlighter cannot be loaded: the code stays plain. */
function useColours(box: RefObject<HTMLElement | null>, text: string, language: string) {
  const isSeen = useWasSeen(box);
  const [coloured, setColoured] = useState<{ text: string; lines: Token[][] | undefined }>();
  useEffect(() => {
    if (!isSeen || language === '' || text.length > MAX_COLOURED) return undefined;
    let isCurrent = true;
    import('./highlight.ts')
      .then(({ highlight }) => highlight(text.replace(/\n$/, ''), language))
      .then((lines) => isCurrent && setColoured({ text, lines }))
      .catch(() => isCurrent && setColoured(undefined));
    return () => {
      isCurrent = false;
    };
  }, [isSeen, text, language]);
  return coloured?.text === text ? coloured.lines : undefined;
}
