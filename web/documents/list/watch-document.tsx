import type { DocumentItem } from '../../../contract/calls/documents.ts';
import { documentWatching } from '../../../contract/calls/watching.ts';
import { WatchButton } from '../../api/watch-button.tsx';

/** Starts or stops notifications about changes of others to the document. */
export const WatchDocument = ({
  document: { id, title },
  size = 'icon',
}: {
  document: Pick<DocumentItem, 'id' | 'title'>;
  size?: 'small' | 'icon';
}) => (
  <WatchButton
    calls={documentWatching}
    id={id}
    size={size}
    text={`You are notified when someone changes "${title}".`}
  />
);
