import { messageOf } from '../../contract/shared/error.ts';
import { Failed } from '../ui/feedback/list-states.tsx';

export type Read = { error: unknown; refetch: () => Promise<unknown> };

type Props = {
  read: Read;
  title: string;
  /** Shown if the server gives no reason. */
  text?: string;
};

/** Replaces what could not be loaded. */
export const ReadFailed = ({ read, title, text = 'The server did not answer.' }: Props) => (
  <Failed title={title} text={messageOf(read.error, text)} onRetry={() => void read.refetch()} />
);
