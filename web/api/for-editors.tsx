import type { ReactNode } from 'react';
import { useCurrentUser } from './session.ts';

/** False for viewers, to whom the server refuses every write of documents, servers and team. */
export const useMayWrite = (): boolean => useCurrentUser().data?.role !== 'viewer';

/** What viewers cannot do is not on their screens. */
export const ForEditors = ({ children }: { children: ReactNode }) => useMayWrite() && children;
