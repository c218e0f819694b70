/** What time it is. Code whose result a test compares takes one, so that the test can choose the time. */
export type Clock = () => Date;

/** SQL has a clock of its own, `now()`, which all nodes share: what is stored or expires goes by that one. */
export const systemClock: Clock = () => new Date();
