/** A signal of the event stream: it opened, it broke, events may have been missed, or one event as JSON. */
export type Signal =
  | { type: 'open' }
  | { type: 'missed' }
  | { type: 'broken'; isRefused: boolean }
  | { type: 'event'; data: string };

/** The message of a tab to the shared worker when it no longer needs the stream. */
export const LEAVE = 'leave';
