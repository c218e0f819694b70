import { ApiError, messageOf } from '../../contract/error.ts';
import { Failed } from '../ui/feedback/list-states.tsx';

type Read = { error: unknown; refetch: () => Promise<unknown> };

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

/** The same for a list of administrators: other users see that they lack access. `what` names it, such as 'Users'. */
export const AdminListFailed = ({ read, what }: { read: Read; what: string }) =>
  read.error instanceof ApiError && read.error.status === 403 ? (
    <ReadFailed read={read} title="Access Denied" text="You do not have permission to access this page." />
  ) : (
    <ReadFailed read={read} title={`${what} could not be loaded`} />
  );
