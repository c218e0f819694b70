import { useCallback, useMemo, useState } from 'react';
import type { Document } from '../../../contract/documents.ts';
import { areEqual, type FieldErrors, type Fields, fieldsOf } from './document-fields.ts';
import type { Draft } from './drafts.ts';
import { useFields } from './use-fields.ts';

/** What the writer started from: the version that the server compares, and the fields of it or, failing that, the stored ones. */
type Base = { id: string | undefined; version: number | null; fields: Fields; isOfVersion: boolean };

/** What is being written, against what it started from. */
export function useEditing(document: Document | undefined, saved: Fields, restored: Draft | undefined) {
  const [base, setBase] = useState<Base>({
    id: document?.id,
    version: restored ? restored.version : (document?.version ?? null),
    fields: saved,
    // A draft may have been started from an older version than the one that is stored.
    isOfVersion: !restored || restored.version === (document?.version ?? null),
  });
  const {
    shown: fields,
    current,
    show,
    put,
    change: changeFields,
    changeText: typeText,
    listen,
  } = useFields(restored?.fields ?? saved);
  const [errors, setErrors] = useState<FieldErrors>({});
  const isDirty = useMemo(() => !areEqual(fields, base.fields), [fields, base]);

  const forget = useCallback(
    (names: string[]) =>
      setErrors((before) =>
        names.some((name) => name in before)
          ? Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)))
          : before,
      ),
    [],
  );
  const change = useCallback(
    (part: Partial<Fields>) => {
      changeFields(part);
      forget(Object.keys(part));
    },
    [changeFields, forget],
  );
  /** What is typed in the text; the screen follows a little later. */
  const changeText = useCallback(
    (read: () => string) => {
      typeText(read);
      forget(['content']);
    },
    [typeText, forget],
  );

  /** `sent` is stored as `stored`; what was typed while it was on its way stays. */
  const take = useCallback(
    (stored: Document, sent: Fields) => {
      const storedFields = fieldsOf(stored);
      setBase({ id: stored.id, version: stored.version, fields: storedFields, isOfVersion: true });
      put(current() === sent ? storedFields : current());
    },
    [put, current],
  );

  /** Goes on from what somebody else stored, with the writer's own changes put into it. */
  const rebase = useCallback(
    (stored: Document, merged: Fields) => {
      setBase({ id: stored.id, version: stored.version, fields: fieldsOf(stored), isOfVersion: true });
      put(merged);
    },
    [put],
  );

  /** Somebody else saved it: who has changed nothing, not even this moment, goes on from there. */
  const follow = useCallback(
    (stored: Document) => {
      if (areEqual(current(), base.fields)) take(stored, current());
    },
    [base, current, take],
  );
  // Not the one that was left: what is written goes on under another address, which follows.
  if (document && document.id === base.id && !isDirty && document.version > (base.version ?? 0))
    follow(document);

  return {
    fields,
    /** The fields as they are this moment; `fields` may be a little behind. */
    current,
    show,
    listen,
    version: base.version,
    base: base.fields,
    origin: base.isOfVersion ? base.fields : undefined,
    isDirty,
    errors,
    setErrors,
    change,
    changeText,
    take,
    rebase,
  };
}
