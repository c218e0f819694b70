import { useCallback, useMemo, useState } from 'react';
import type { Document } from '../../../contract/documents.ts';
import { areEqual, type FieldErrors, type Fields, fieldsOf } from './document-fields.ts';
import type { Draft } from './drafts.ts';

/** What the writer started from: the version that the server compares, and the fields of it or, failing that, the stored ones. */
type Base = { version: number | null; fields: Fields; isOfVersion: boolean };

/** What is being written, against what it started from. */
export function useEditing(document: Document | undefined, saved: Fields, restored: Draft | undefined) {
  const [base, setBase] = useState<Base>({
    version: restored ? restored.version : (document?.version ?? null),
    fields: saved,
    // A draft may have been started from an older version than the one that is stored.
    isOfVersion: !restored || restored.version === (document?.version ?? null),
  });
  const [fields, setFields] = useState(restored?.fields ?? saved);
  const [errors, setErrors] = useState<FieldErrors>({});
  const isDirty = useMemo(() => !areEqual(fields, base.fields), [fields, base]);

  const change = useCallback((part: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...part }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  }, []);

  /** `sent` is stored as `stored`; what was typed while it was on its way stays. */
  const take = useCallback((stored: Document, sent: Fields) => {
    const storedFields = fieldsOf(stored);
    setBase({ version: stored.version, fields: storedFields, isOfVersion: true });
    setFields((now) => (now === sent ? storedFields : now));
  }, []);

  /** Goes on from what somebody else stored, with the writer's own changes put into it. */
  const rebase = useCallback((stored: Document, merged: Fields) => {
    setBase({ version: stored.version, fields: fieldsOf(stored), isOfVersion: true });
    setFields(merged);
  }, []);

  // Somebody else saved it: who has changed nothing goes on from there.
  if (document && !isDirty && document.version > (base.version ?? 0)) take(document, fields);

  const origin = base.isOfVersion ? base.fields : undefined;
  return { fields, version: base.version, origin, isDirty, errors, setErrors, change, take, rebase };
}
