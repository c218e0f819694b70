import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useEffect } from 'react';
import { EditorView } from '@codemirror/view';
import type { Document } from '../../../../contract/calls/documents.ts';
import { openedLater } from '../../../ui/feedback/part.tsx';
import { useBase } from '../../base.ts';
import { COLUMNS, PAGE } from '../../reading/look.ts';
import { handOver, type TextTarget } from '../../reading/early-text.ts';
import { EnhanceButton } from '../enhance/enhance-button.tsx';
import { type Fields, readersOf, whyNotSaved, writtenReaders } from '../session/document-fields.ts';
import type { Draft } from '../session/drafts.ts';
import type { DraftKeys } from '../session/effects.ts';
import type { SessionStore } from '../session/session-store.ts';
import { isSaving, isUnsaved, type Session } from '../session/state.ts';
import { useSession } from '../session/use-session.ts';
import { loadForms } from '../structured/content-form.tsx';
import { TextEditor } from '../text/text-editor.tsx';
import { useLightPaper } from '../../print/light-paper.ts';
import { NewReaders, StoredReaders } from '../../readers/readers-field.tsx';
import { VersionLine } from '../../reading/version-line.tsx';
import { DocumentText } from './document-text.tsx';
import { ChangeNote, DocumentSettings, SettingsPanel } from './document-settings.tsx';
import { EditorBar, type Mode } from './editor-bar.tsx';
import { useLeaveWarning, useNoStrayFiles, useSaveKey } from './page-guards.tsx';
import { Preview, usePreviewAhead } from './preview.tsx';
import { goToHeading } from './heading-places.ts';
import { ReadLink } from './read-link.tsx';
import { Related } from './related.tsx';
import { StoredDocumentActions } from './stored-actions.tsx';
import { changeBetween } from '../text/use-editor-view.ts';

void loadForms();

const DeletedDialog = openedLater(() => import('./save-dialogs.tsx'), 'DeletedDialog');
const MergeDialog = openedLater(() => import('./save-dialogs.tsx'), 'MergeDialog');

type Props = {
  document: Document | undefined;
  /** The stored fields, or the initial ones of a new document. */
  saved: Fields;
  restored: Draft | undefined;
  draftKeys: DraftKeys;
  /** Called before typing is sent to the server; false keeps it in this browser. */
  setCopyAside: () => boolean;
  onStoredAs: (id: string) => void;
  onClose: () => void;
};

export function EditorForm({ draftKeys, onClose, ...opened }: Props) {
  const { document } = opened;
  const [mode, setMode] = useMode();
  const isEditing = mode === 'edit';
  const page = useRef<HTMLDivElement>(null);
  const { session, others, store } = useSession({ ...opened, ...draftKeys, isEditing });
  const { shown: fields, errors, save, changeLog } = session;
  const { dispatch } = store;
  const change = useCallback((part: Partial<Fields>) => dispatch({ type: 'changed', part }), [dispatch]);
  const current = useCallback(() => store.now().fields, [store]);
  const isUnsavedNow = () => isUnsaved(store.now());
  const onSave = () => dispatch({ type: 'save-pressed' });
  const leaveDialog = useLeaveWarning(isUnsavedNow, () => dispatch({ type: 'discarded' }));
  const settings = useMemo(() => settingsOf(fields), [fields]);
  usePreviewAhead(fields.content);
  useNoStrayFiles();
  useSaveKey(onSave);
  useLightPaper();

  const versionLine = document && <VersionLine document={document} startedFrom={session.base.version} />;

  return (
    <>
      <EditorBar
        mode={mode}
        onMode={(next) => {
          dispatch({ type: 'shown' });
          setMode(next);
        }}
        store={store}
        others={others}
        whyNotSaved={whyNotSaved(fields)}
        isSaving={isSaving(session)}
        onCancel={onClose}
        onSave={onSave}
        onSettings={() => dispatch({ type: 'settings-opened' })}
      >
        <EnhanceButton fields={fields} current={current} onChange={change} />
        {document && (
          <StoredDocumentActions document={document} isUnsaved={isUnsavedNow}>
            <ReadLink id={document.id} page={page} />
          </StoredDocumentActions>
        )}
      </EditorBar>
      <div ref={page} className={COLUMNS}>
        <div className={`group/text ${PAGE}`}>
          {!isEditing && (
            <Preview title={fields.title} content={fields.content}>
              {versionLine}
            </Preview>
          )}
          <div hidden={!isEditing}>
            <EditedText page={page} fields={fields} errors={errors} onChange={change} dispatch={dispatch}>
              {isEditing && versionLine}
            </EditedText>
          </div>
          {document && (
            <div className="group-has-[[data-placeholders]]/text:hidden">
              <Related id={document.id} />
            </div>
          )}
        </div>
        <SettingsPanel isOpen={session.areSettingsOpen} onClose={() => dispatch({ type: 'settings-closed' })}>
          <DocumentSettings
            isNew={!document}
            fields={settings}
            current={current}
            errors={errors}
            onChange={change}
          />
          <WhoMayRead document={document} fields={fields} onChange={change} />
          <ChangeNote value={changeLog} onChange={(note) => dispatch({ type: 'noted', changeLog: note })} />
        </SettingsPanel>
      </div>
      {leaveDialog}
      <SaveDialogs save={save} dispatch={dispatch} />
    </>
  );
}

type WhoProps = Pick<Props, 'document'> & { fields: Fields; onChange: (part: Partial<Fields>) => void };

/** The readers of a stored document change at once, those of a new one with its first save. */
const WhoMayRead = ({ document, fields, onChange }: WhoProps) =>
  document ? (
    <StoredReaders document={document} />
  ) : (
    <NewReaders
      readers={readersOf(fields)}
      onChange={(readers) => onChange({ readers: writtenReaders(readers) })}
    />
  );

/** Dialogs of a save: which version to keep, or what to do about a deleted document. */
function SaveDialogs({ save, dispatch }: Pick<Session, 'save'> & Pick<SessionStore, 'dispatch'>) {
  const onClose = () => dispatch({ type: 'dialog-closed' });
  if (save.state === 'choosing') {
    return (
      <MergeDialog
        theirs={save.theirs}
        merge={save.merge}
        onClose={onClose}
        onSave={(chosen) => dispatch({ type: 'merge-chosen', fields: chosen })}
      />
    );
  }
  if (save.state !== 'gone' && save.state !== 'undeleting') return null;
  return (
    <DeletedDialog
      reason={save.reason}
      isBusy={save.state === 'undeleting'}
      onClose={onClose}
      onRestore={() => dispatch({ type: 'restore-pressed' })}
      onSaveAsNew={() => dispatch({ type: 'save-as-new-pressed' })}
    />
  );
}

type TextProps = Pick<SessionStore, 'dispatch'> & {
  page: RefObject<HTMLDivElement | null>;
  fields: Fields;
  errors: Session['errors'];
  onChange: (part: Partial<Fields>) => void;
  /** Shown between title and content. */
  children: ReactNode;
};

const EditedText = ({ page, fields, errors, onChange, dispatch, children }: TextProps) => (
  <DocumentText
    fields={fields}
    errors={errors}
    onChange={onChange}
    version={children}
    freeText={
      <TextEditor
        label="Content"
        value={fields.content}
        onType={(read) => dispatch({ type: 'typed', read })}
        error={errors['content']}
      />
    }
    // React attaches `page` only after it reports an error of the first render.
    onFail={() => queueMicrotask(() => page.current && handOver(page.current, undefined))}
  >
    <TakeOver page={page} />
  </DocumentText>
);

const settingsOf = ({ title: _title, content: _content, ...settings }: Fields) => settings;

/** Edit or preview, depending on the address. */
function useMode(): [Mode, (mode: Mode) => void] {
  const { path } = useBase();
  const { mode = 'edit' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const setMode = (next: Mode) =>
    void navigate({
      to: path,
      search: (search) => ({ ...search, mode: next }),
      state: (state) => state,
      replace: true,
    });
  return [mode, setMode];
}

/** Goes after the text of the editor in `page`: when it is there, it takes over what was typed and selected before. */
function TakeOver({ page }: { page: RefObject<Element | null> }) {
  useEffect(() => {
    // When all of the editor listens, which is above this; no key comes in between.
    queueMicrotask(() => {
      if (!page.current) return;
      const text = page.current.querySelector<HTMLElement>('.cm-editor');
      const view = text && EditorView.findFromDOM(text);
      const target = view ? targetOf(view) : undefined;
      handOver(page.current, target);
      if (location.hash && scrollY === 0)
        goToHeading(page.current, location.hash, (offset, top) => target?.scrollTo(offset, top));
    });
  }, [page]);
  return null;
}

const targetOf = (view: EditorView): TextTarget => ({
  replace(replaced) {
    const { length } = view.state.doc;
    const changes = replaced.map(({ from, before, after }) => {
      const change = changeBetween(before, after);
      // The document may have become shorter since the text was shown.
      const [start, end] = [from + change.from, from + change.to].map((offset) => Math.min(offset, length));
      return { from: start ?? 0, to: end ?? 0, insert: change.insert };
    });
    view.dispatch({ changes, userEvent: 'input.type' });
  },
  select(selection) {
    view.dispatch({ selection });
    view.contentDOM.focus({ preventScroll: true });
  },
  scrollTo(offset, top) {
    view.dispatch({ effects: EditorView.scrollIntoView(offset, { y: 'start', yMargin: top }) });
    // Asking for the place lays out what is on the screen now, and so may move it: above it, heights were estimates.
    for (let tries = 0; tries < 4; tries++) {
      const by = (view.coordsAtPos(offset)?.top ?? top) - top;
      if (Math.abs(by) < 1) return;
      scrollBy(0, by);
    }
  },
});
