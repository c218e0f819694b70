/** The logo: four bars of an uptime strip, the third one short. */
export const Mark = ({ size = 20 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden className="flex-none fill-accent">
    <rect x="1" y="2" width="3" height="16" rx="1" />
    <rect x="6" y="2" width="3" height="16" rx="1" />
    <rect x="11" y="11" width="3" height="7" rx="1" className="fill-text" />
    <rect x="16" y="2" width="3" height="16" rx="1" />
  </svg>
);
