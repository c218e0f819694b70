import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Document } from '../../../contract/documents.ts';
import { Part } from '../../ui/feedback/part.tsx';
import { useBase } from '../base.ts';
import { WatchDocument } from '../list/watch-document.tsx';
import { PrintLink } from '../print/print-link.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { VersionHistoryButton } from '../versions/version-history-button.tsx';
import { ChangeNote } from './change-note.tsx';
import { Backlinks } from './backlinks.tsx';
import { DocumentSettings } from './document-settings.tsx';
import { areEqual, type Fields, whyNotSaved } from './document-fields.ts';
import type { Draft } from './drafts.ts';
import { EnhanceButton } from './enhance/enhance-button.tsx';
import { EnhanceField } from './enhance/enhance-field.tsx';
import { EditorBar, type Mode } from './editor-bar.tsx';
import { ContentEditor } from './forms/content-editor.tsx';
import { NamedServers } from './named-servers.tsx';
import { Preview, usePreviewAhead } from './preview.tsx';
import type { DraftHome } from './server-drafts.ts';
import { SettingsPlace } from './settings-place.tsx';
import { TitleField } from './title-field.tsx';
import { useAfterSave } from './use-after-save.ts';
import { useDraft } from './use-draft.ts';
import { useEditing } from './use-editing.ts';
import { useLeaveWarning } from './use-leave-warning.tsx';
import { useMergingSave } from './use-merging-save.ts';
import { useNoStrayFiles } from './use-no-stray-files.ts';
import { usePresence } from './use-presence.ts';
import { useSaveKey } from './use-save-key.ts';
import { VersionLine } from './version-line.tsx';

const DeletedDialog = lazy(async () => ({ default: (await import('./deleted-dialog.tsx')).DeletedDialog }));
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }));

type Props = {
  document: Document | undefined;
  /** The fields as they are stored, or those that a new document starts with. */
  saved: Fields;
  restored: Draft | undefined;
  draftHome: DraftHome;
  /** Called before typing goes to the server; false when it has to stay in this browser. */
  makeRoom: () => boolean;
  onStoredAs: (id: string) => void;
  onClose: () => void;
};

export function EditorForm({ document, saved, restored, draftHome, makeRoom, onStoredAs, onClose }: Props) {
  const editing = useEditing(document, saved, restored);
  const { fields, current, version, errors, change, changeText } = editing;
  const [note, setNote] = useState(restored?.changeLog ?? '');
  const draft = useDraft(draftHome, { ...editing, changeLog: note }, restored, makeRoom);
  const isUnsaved = () => note !== '' || !areEqual(current(), editing.base);
  const leaveDialog = useLeaveWarning(isUnsaved, draft.drop);
  const afterSave = useAfterSave(document, editing.take, { dropDraft: draft.drop, onStoredAs });
  const saving = useMergingSave(document, editing, {
    changeLog: note,
    onSaved: (stored, sent) => {
      setNote('');
      afterSave(stored, sent);
    },
    onInvalid: (wrong) => {
      editing.setErrors(wrong);
      setSettingsOpen(Object.keys(wrong).some((name) => name !== 'title' && name !== 'content'));
    },
  });
  const { save, isSaving, open, gone } = saving;
  const [mode, setMode] = useMode();
  const [areSettingsOpen, setSettingsOpen] = useState(false);
  const settings = useMemo(() => settingsOf(fields), [fields]);
  usePreviewAhead(fields.content);
  useNoStrayFiles();
  useSaveKey(() => !isSaving && !open && !gone && save());
  const others = usePresence(document?.id, mode === 'edit');

  const versionLine = document && <VersionLine document={document} startedFrom={version} />;

  return (
    <>
      <EditorBar
        mode={mode}
        onMode={(next) => {
          editing.show();
          setMode(next);
        }}
        draft={draft.state}
        others={others}
        whyNotSaved={whyNotSaved(fields)}
        isSaving={isSaving}
        onCancel={onClose}
        onSave={save}
        onSettings={() => setSettingsOpen(true)}
      >
        <EnhanceButton fields={fields} current={current} onChange={change} />
        {document && <WatchDocument document={document} />}
        {document && <PrintLink documentId={document.id} />}
        {document && <ShareButton document={document} />}
        {document && <VersionHistoryButton document={document} isUnsaved={isUnsaved} />}
      </EditorBar>
      <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="group/text min-w-0 px-4 pt-6 pb-12 md:px-6">
          {mode === 'preview' && (
            <Preview title={fields.title} content={fields.content}>
              {versionLine}
            </Preview>
          )}
          <div hidden={mode === 'preview'}>
            <TitleField value={fields.title} onChange={(title) => change({ title })} error={errors['title']}>
              <EnhanceField
                field="title"
                value={fields.title}
                category={fields.category}
                onChange={(title) => change({ title })}
              />
            </TitleField>
            {mode === 'edit' && versionLine}
            <div className="mt-4 border-t border-border pt-4">
              <Part name="The editor" of={[fields.templateType]}>
                <ContentEditor
                  templateType={fields.templateType}
                  category={fields.category}
                  content={fields.content}
                  onChange={(content) => change({ content })}
                  onType={changeText}
                  error={errors['content']}
                />
              </Part>
            </div>
          </div>
          {document && (
            // Below the text, so not before it is there: its form or its view may still be on its way.
            <div className="group-has-[[data-placeholders]]/text:hidden">
              <Part name="Linked pages" of={[document.id]}>
                <Backlinks id={document.id} />
              </Part>
              <Part name="Named servers" of={[document.id]}>
                <NamedServers id={document.id} />
              </Part>
            </div>
          )}
        </div>
        <SettingsPlace isOpen={areSettingsOpen} onClose={() => setSettingsOpen(false)}>
          <DocumentSettings
            isNew={!document}
            fields={settings}
            current={current}
            errors={errors}
            onChange={change}
          />
          <ChangeNote value={note} onChange={setNote} />
        </SettingsPlace>
      </div>
      {leaveDialog}
      {open && (
        <Suspense>
          <MergeDialog {...open} onClose={saving.closeMerge} onSave={saving.saveMerged} />
        </Suspense>
      )}
      {gone && (
        <Suspense>
          <DeletedDialog
            reason={gone}
            isBusy={saving.isRestoring}
            onClose={saving.closeGone}
            onRestore={saving.restoreAndSave}
            onSaveAsNew={saving.saveAsNew}
          />
        </Suspense>
      )}
    </>
  );
}

const settingsOf = ({ title: _title, content: _content, ...settings }: Fields) => settings;

/** Edit or preview, as the address says it. */
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
