import { useEffect, useId, useRef } from 'react';
import { PartFailed } from '../../../ui/feedback/part.tsx';
import { insertImages } from './image-uploads.ts';
import { useEditorView } from './use-editor-view.ts';
import type { StateCommand } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  Bold,
  Code,
  Heading2,
  ImagePlus,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  SquareCode,
  Table,
  TextQuote,
} from 'lucide-react';
import * as Radix from 'radix-ui/toolbar';
import { IconButton } from '../../../ui/controls/button.tsx';
import { TOOLBAR } from '../../reading/look.ts';
import { insertCodeBlock, insertLink, insertTable, toggleLines } from './writing-commands.ts';
import { printed, toggleBold, toggleCode, toggleItalic } from './writing-keys.ts';
import { classNames } from '../../../lib/class-names.ts';

type Props = {
  label: string;
  value: string;
  /** Something was typed; `read` puts the text together. */
  onType: (read: () => string) => void;
  error?: string | undefined;
};

/** Markdown as it is written, with what helps to write it. */
export function TextEditor({ label, value, onType, error }: Props) {
  const errorId = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const { box, view, hasAids, bringAids } = useEditorView(value, onType, () => chooser.current?.click());
  useEffect(() => {
    const content = view.current?.contentDOM;
    content?.setAttribute('aria-label', label);
    content?.setAttribute('aria-invalid', String(Boolean(error)));
    if (error) content?.setAttribute('aria-describedby', errorId);
    else content?.removeAttribute('aria-describedby');
  }, [view, hasAids, label, error, errorId]);
  return (
    <>
      <TextToolbar view={() => view.current} onImage={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        aria-label="Image files"
        onChange={({ currentTarget: { files }, currentTarget }) => {
          const chosen = [...(files ?? [])];
          // The same file can be chosen once more.
          currentTarget.value = '';
          if (view.current && chosen.length > 0) void insertImages(view.current, chosen);
          view.current?.focus();
        }}
      />
      {!hasAids && <PartFailed name="What helps to write" onRetry={bringAids} />}
      <div ref={box} />
      {error && (
        <p id={errorId} role="alert" className="text-xs text-red">
          {error}
        </p>
      )}
    </>
  );
}

type Action = { label: string; icon: LucideIcon; key?: string; run: StateCommand };

const GROUPS: Action[][] = [
  [
    { label: 'Bold', icon: Bold, key: 'Mod-b', run: toggleBold },
    { label: 'Italic', icon: Italic, key: 'Mod-i', run: toggleItalic },
    { label: 'Code', icon: Code, key: 'Mod-e', run: toggleCode },
    { label: 'Link', icon: Link, key: 'Mod-k', run: insertLink },
  ],
  [
    { label: 'Heading', icon: Heading2, key: 'Mod-Alt-2', run: toggleLines('h2') },
    { label: 'Bulleted list', icon: List, key: 'Mod-Shift-8', run: toggleLines('bullets') },
    { label: 'Numbered list', icon: ListOrdered, key: 'Mod-Shift-7', run: toggleLines('numbers') },
    { label: 'Task list', icon: ListChecks, key: 'Mod-Shift-9', run: toggleLines('tasks') },
    { label: 'Quote', icon: TextQuote, key: 'Mod-Shift-.', run: toggleLines('quote') },
  ],
  [
    { label: 'Code block', icon: SquareCode, key: 'Mod-Alt-c', run: insertCodeBlock },
    { label: 'Table', icon: Table, run: insertTable },
  ],
];

type ToolbarProps = { view: () => EditorView | undefined; onImage: () => void };

/** One stop for Tab; the arrow keys go from button to button. The focus goes back to the text. */
const TextToolbar = ({ view, onImage }: ToolbarProps) => {
  const run = (command: StateCommand) => {
    const editor = view();
    if (!editor) return;
    command(editor);
    editor.focus();
  };
  return (
    <Radix.Root
      aria-label="Formatting"
      className={classNames(
        'sticky top-27 z-4 -mx-1 flex flex-wrap items-center gap-x-1 gap-y-0.5 border-b border-border bg-surface px-1',
        'py-1 max-md:top-[6.9rem]',
        TOOLBAR,
      )}
    >
      {GROUPS.map((group) => (
        <div key={group[0]?.label} className="flex border-r border-border pr-1">
          {group.map(({ label, icon: Icon, key, run: command }) => (
            <Radix.Button asChild key={label}>
              <IconButton
                size="small"
                label={label}
                {...(key && { shortcut: printed(key) })}
                icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => run(command)}
              />
            </Radix.Button>
          ))}
        </div>
      ))}
      <Radix.Button asChild>
        <IconButton
          size="small"
          label="Image"
          icon={<ImagePlus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onImage}
        />
      </Radix.Button>
      <span className="ml-auto pl-2 text-xs text-muted max-lg:hidden">
        <kbd className="font-sans">/</kbd> inserts · <kbd className="font-sans">[[</kbd> links ·{' '}
        <kbd className="font-sans">@</kbd> names
      </span>
    </Radix.Root>
  );
};
