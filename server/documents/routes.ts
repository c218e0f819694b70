import type { Reader } from '../actor.ts';
import { documentBatches, knowledgeBaseBatches } from '../../contract/calls/document-batches.ts';
import { documents, knowledgeBase, type DocumentCalls } from '../../contract/calls/documents.ts';
import { documentVersions, knowledgeBaseVersions, type VersionCalls } from '../../contract/calls/versions.ts';
import { writing } from '../../contract/calls/writing.ts';
import { unknownReader } from '../access/readers.ts';
import { listHidden } from '../access/may-read.ts';
import { takeAccess } from './take-access.ts';
import type { Config } from '../config.ts';
import type { Mount } from '../http/endpoint.ts';
import { Refusal, found } from '../http/errors.ts';
import { changeMany, undoBatch } from './batches.ts';
import { purgeDocument, removeDocument, undeleteDocument } from './bin.ts';
import { listBacklinks } from './links.ts';
import { notifyMentioned } from './mentions.ts';
import { findDocument, hasDocument, listBin, listDocuments, listFacets, listRecent } from './queries.ts';
import { hit } from '../http/rate-limit.ts';
import { readerZone } from '../search/queries.ts';
import type { Storage } from '../storage/storage.ts';
import { withStoredImages } from '../objects/embedded.ts';
import { createDocuments, filled, saveDocument } from './save.ts';
import { diffVersions, findVersion, listVersions, restoreVersion } from './versions.ts';
import { watchingRoutes, isWatching } from './watching.ts';
import { documentOverview, knowledgeBaseOverview } from '../../contract/calls/document-overview.ts';
import { listServersOfDocument } from '../servers/links.ts';
import { findDraft, keepDraft, listDrafts, removeDraft } from './drafts.ts';
import { documentEditing, drafts, knowledgeBaseEditing } from '../../contract/calls/drafts.ts';
import type { Db } from '../db/open.ts';
import { publish } from '../live/publish.ts';

/** One call with everything for the page of a document. */
function overviewRoutes(mount: Mount) {
  for (const calls of [documentOverview, knowledgeBaseOverview]) {
    mount(calls.read, async ({ db, actor, params: { id } }) => {
      const document = found(await findDocument(db, actor, id), 'Document');
      const [draft, watching, backlinks, servers, facets] = await Promise.all([
        findDraft(db, actor, id),
        isWatching(db, actor, id),
        listBacklinks(db, actor, id),
        listServersOfDocument(db, actor, id),
        listFacets(db, actor, {}),
      ]);
      return { document, draft: draft ?? null, watching, backlinks, servers, facets };
    });
  }
}

/** More deletions suggest a faulty script or a stolen session. Deleted documents are in the bin. */
const DELETIONS = { name: 'delete-documents', times: 100, seconds: 60 };

/** The same documents at both base paths (decision 1). */
export function documentRoutes(mount: Mount, storage: Storage, config: Config) {
  editingRoutes(mount);
  watchingRoutes(mount);
  overviewRoutes(mount);
  for (const calls of [documents, knowledgeBase]) {
    readRoutes(mount, calls);
    writeRoutes(mount, calls, storage, config);
  }
  createRoute(mount, writing.create, storage);
  for (const calls of [documentVersions, knowledgeBaseVersions]) versionRoutes(mount, calls);
  for (const calls of [documentBatches, knowledgeBaseBatches]) {
    mount(calls.bulk, async ({ db, actor, body }) => {
      // A bulk deletion counts as one, since one undo restores it.
      const isDeletion = body.action === 'delete';
      const refusal = isDeletion && (await hit(db, DELETIONS, actor.userId, config.RATE_LIMIT_SCALE));
      return refusal || changeMany(db, actor, body);
    });
    mount(calls.undo, ({ db, actor, params }) => undoBatch(db, actor, params.id));
  }
}

function readRoutes(mount: Mount, calls: DocumentCalls) {
  mount(calls.list, async ({ db, actor, query }) =>
    listDocuments(db, actor, query, await readerZone(db, actor, query.q)),
  );
  mount(calls.recent, ({ db, actor, query }) => listRecent(db, actor, query.limit));
  mount(calls.facets, async ({ db, actor, query }) =>
    listFacets(db, actor, query, await readerZone(db, actor, query.q)),
  );
  mount(calls.bin, ({ db, actor, query }) => listBin(db, actor, query));
  mount(calls.find, async ({ db, actor, params }) =>
    found(await findDocument(db, actor, params.id), 'Document'),
  );
  mount(calls.backlinks, async ({ db, actor, params }) => {
    await mustExist(db, actor, params.id);
    return listBacklinks(db, actor, params.id);
  });
  mount(calls.versions, async ({ db, actor, params, query }) =>
    found(await listVersions(db, actor, params.id, query.fields), 'Document'),
  );
}

/** A repetition returns the text only while it is open to the caller. */
const REPEATED = {
  isStillOpen: async (db: Db, reader: Reader, { id }: { id: string }) =>
    (await listHidden(db, reader, [id])).length === 0,
};

function createRoute(
  mount: Mount,
  create: DocumentCalls['create'] | typeof writing.create,
  storage: Storage,
) {
  mount(
    create,
    async ({ db, actor, body }) => {
      const content = await withStoredImages(db, storage, actor, body.content);
      if (content instanceof Refusal) return content;
      const readers = 'readers' in body ? body.readers : undefined;
      const refusal = await unknownReader(db, readers);
      if (refusal) return refusal;
      const changeLog = 'changeLog' in body ? body.changeLog : null;
      const [id = ''] = await createDocuments(db, actor, [
        { ...filled({ ...body, content }), readers, changeLog },
      ]);
      const made = found(await findDocument(db, actor, id), 'Document');
      const cannotRead = await notifyMentioned(db, actor, made);
      return { ...made, ...(cannotRead.length > 0 && { cannotRead }) };
    },
    REPEATED,
  );
}

function writeRoutes(mount: Mount, calls: DocumentCalls, storage: Storage, config: Config) {
  createRoute(mount, calls.create, storage);
  mount(
    calls.update,
    async ({ db, actor, params, body }) => {
      const content = body.content && (await withStoredImages(db, storage, actor, body.content));
      if (content instanceof Refusal) return content;
      return saveDocument(db, actor, params.id, { ...body, content });
    },
    REPEATED,
  );
  mount(calls.remove, async ({ db, actor, params }) => {
    const refusal = await hit(db, DELETIONS, actor.userId, config.RATE_LIMIT_SCALE);
    return refusal ?? removeDocument(db, actor, params.id);
  });
  mount(
    calls.undelete,
    async ({ db, actor, params }) => {
      await undeleteDocument(db, actor, params.id);
      return found(await findDocument(db, actor, params.id), 'Document');
    },
    REPEATED,
  );
  mount(
    calls.takeAccess,
    async ({ db, actor, params }) => {
      await takeAccess(db, actor, params.id);
      return found(await findDocument(db, actor, params.id), 'Document');
    },
    REPEATED,
  );
  mount(calls.purge, ({ db, actor, params }) => purgeDocument(db, actor, params.id));
}

function versionRoutes(mount: Mount, calls: VersionCalls) {
  mount(
    calls.restore,
    async ({ db, actor, params }) => {
      await restoreVersion(db, actor, params.id, params.versionId);
      return found(await findDocument(db, actor, params.id), 'Document');
    },
    REPEATED,
  );
  mount(calls.find, async ({ db, actor, params }) => found(await findVersion(db, actor, params), 'Version'));
  mount(calls.diff, ({ db, actor, params }) => diffVersions(db, actor, params));
}

/** Calls of the editor before a save: drafts, and who else is editing. */
function editingRoutes(mount: Mount) {
  mount(drafts.list, ({ db, actor }) => listDrafts(db, actor));
  mount(drafts.find, async ({ db, actor, params }) => found(await findDraft(db, actor, params.key), 'Draft'));
  mount(drafts.keep, ({ db, actor, params, body }) => keepDraft(db, actor.userId, params.key, body));
  mount(drafts.remove, ({ db, actor, params, query }) =>
    removeDraft(db, actor.userId, params.key, query.savedAt),
  );

  for (const calls of [documentEditing, knowledgeBaseEditing]) {
    mount(calls.find, async ({ db, actor, params }) => {
      await mustExist(db, actor, params.id);
      return found(await findDraft(db, actor, params.id), 'Draft');
    });
    mount(calls.keep, async ({ db, actor, params, body }) => {
      await mustExist(db, actor, params.id);
      return keepDraft(db, actor.userId, params.id, body);
    });
    // Also works for a deleted document: its writer may still discard the draft.
    mount(calls.remove, ({ db, actor, params, query }) =>
      removeDraft(db, actor.userId, params.id, query.savedAt),
    );
    mount(calls.presence, async ({ db, actor, params, body }) => {
      const { readers } = found(await findDocument(db, actor, params.id), 'Document');
      const { userId, name } = actor;
      const event = { type: 'presence' as const, documentId: params.id, userId, name, editing: body.editing };
      await publish(db, event, readers);
    });
  }
}

async function mustExist(db: Db, reader: Reader, id: string) {
  found((await hasDocument(db, reader, id)) || undefined, 'Document');
}
