/** How many entries a screen asks for at once. The page asks for the first ones before the application loads (preloads.ts). */
export const PAGE_SIZES = {
  recentActivity: 5,
  overviewServers: 10,
  documentCards: 24,
  documentRows: 50,
  servers: 100,
  alerts: 50,
  untakenAlerts: 5,
  auditEntries: 50,
  brokenLinks: 50,
};
