/** Percent of a figure above which a check warns. */
export const FULL = { cpuUsage: 90, memoryUsage: 90, diskUsage: 95 } as const;
/** Days before the expiry of a certificate from which a check warns. */
export const DAYS_OF_WARNING = 14;
