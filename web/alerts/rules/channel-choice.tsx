import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channels } from '../../../contract/calls/channels.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { paths } from '../../paths.ts';
import { CheckboxGroup } from './checkbox-group.tsx';

type Props = {
  label: string;
  chosen: string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
};

/** Channels that get the messages. */
export function ChannelChoice(props: Props) {
  const read = useQuery(query(channels.list, {}));
  if (read.isPending) return null;
  if (!read.data) return <ReadFailed read={read} title="Channels could not be loaded" />;
  if (read.data.length === 0)
    return (
      <p className="text-sm text-muted">
        There is no channel yet.{' '}
        <Link to={paths.channels} className="text-accent-ink underline">
          Create one
        </Link>
      </p>
    );
  const options = read.data.map(({ id, name, active }) => ({
    value: id,
    label: active ? name : `${name} (switched off)`,
  }));
  return <CheckboxGroup {...props} options={options} />;
}
