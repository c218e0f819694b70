import { isNativeError } from 'node:util/types';
import vm from 'node:vm';

const context = vm.createContext({});
const script = new vm.Script('work()');

/**
 * Runs synchronous work that somebody else's text can make slow, and stops it in its midst after `milliseconds`. Returns undefined
 * then, and the work must leave nothing half-changed. Elsewhere a time-out cannot stop what holds the only thread.
 */
export function withinTime<T>(milliseconds: number, work: () => T): T | undefined {
  const done: { result?: T } = {};
  context['work'] = () => void (done.result = work());
  try {
    script.runInContext(context, { timeout: Math.max(1, Math.round(milliseconds)) });
  } catch (error) {
    if (!isTimeOut(error)) throw error;
  }
  return done.result;
}

/** The error belongs to the context, so it is no instance of the `Error` here. */
const isTimeOut = (error: unknown): boolean =>
  isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
