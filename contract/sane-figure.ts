import { MAX_UPTIME } from './checks.ts';
import type { Figure } from './server-fields.ts';

export const FIGURE_LIMITS: Record<Figure, number> = {
  cpuUsage: 100,
  memoryUsage: 100,
  diskUsage: 100,
  uptime: MAX_UPTIME,
};

/** Whether a figure is possible: finite and within its range. Other values count as not measured. */
export const isSane = (figure: Figure, value: number | null | undefined): value is number =>
  typeof value === 'number' && value >= 0 && value <= FIGURE_LIMITS[figure];
