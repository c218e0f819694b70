/** The current time. Code with time-dependent results takes a clock, so that a test can choose the time. */
export type Clock = () => Date;

/** Stored and expiry times use the `now()` of SQL instead, which all nodes share. */
export const systemClock: Clock = () => new Date();
