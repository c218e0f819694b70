import type { LiveEvent } from '../../contract/calls/live.ts';
import type { LiveEngine } from '../live/engine.ts';
import type { OwnState } from '../live/routes.ts';
import type { FreeSpace } from '../storage/free-space.ts';

type DatabaseEvent = Extract<LiveEvent, { type: 'database' }>;

/** Whether the database is available and accepts changes, for open screens. They read the reason from /readyz. */
export function databaseState(live: LiveEngine, freeSpace: FreeSpace): OwnState {
  const event = (): DatabaseEvent => ({
    type: 'database',
    isWell: live.isConnected() && !freeSpace.isFull('database'),
  });
  return {
    now: () => (event().isWell ? undefined : event()),
    onChange(listener) {
      const notifyListener = () => listener(event());
      const forget = [live.onConnection(notifyListener), freeSpace.onChange(notifyListener)];
      return () => forget.forEach((each) => each());
    },
  };
}
