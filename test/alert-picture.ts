import type { Observation } from '../server/observations/observation.ts';
import type { Alerts, Facts, Rule } from '../server/alerts/state.ts';
import { step } from '../server/alerts/step.ts';

/** A switch fails with two servers behind it, which are found first, and comes back. Times are seconds. */
const SEEN = [
  { name: 'web-1', at: 4, isBad: true },
  { name: 'web-2', at: 12, isBad: true },
  { name: 'switch', at: 20, isBad: true },
  { name: 'switch', at: 90, isBad: false },
  { name: 'web-1', at: 100, isBad: false },
  { name: 'web-2', at: 104, isBad: false },
];
const NAMES = ['switch', 'web-1', 'web-2'];
const END = 120;
const TICK = 2;

type Part = { name: string; state: string; from: number; to: number };
type Sent = { at: number; text: string };

/** Runs the engine over it. */
function run(): { parts: Part[]; sent: Sent[] } {
  const parts: Part[] = [];
  const sent: Sent[] = [];
  let alerts: Alerts = new Map();
  for (let now = 0; now <= END; now += TICK) {
    const seen = SEEN.filter(({ at }) => at > now - TICK && at <= now).map(observationOf);
    ({ alerts } = step(alerts, { type: 'observed', observations: seen }, now * 1000));
    const decided = step(alerts, { type: 'tick', facts: factsAt(now) }, now * 1000);
    ({ alerts } = decided);
    for (const { alert, event } of decided.messages) sent.push({ at: now, text: `${alert.name}: ${event}` });
    for (const { name, state } of alerts.values()) {
      const last = parts.findLast((part) => part.name === name);
      if (last) last.to = now;
      if (last?.state !== state) parts.push({ name, state, from: now, to: now });
    }
  }
  return { parts, sent };
}

const observationOf = ({ name, at, isBad }: (typeof SEEN)[number]): Observation => ({
  id: `${name}-${at}`,
  subject: { kind: 'server', id: name },
  kind: 'down',
  isBad,
  severity: 'critical',
  at: at * 1000,
  name,
  serverId: name,
  text: '',
  labels: {},
  checkSeconds: 20,
  confirmations: 0,
  isRevoked: false,
});

const RULE: Rule = {
  id: 'rule',
  servers: 'all',
  events: ['down'],
  leastSeverity: 'info',
  delaySeconds: 0,
  hours: null,
  channels: ['channel'],
  repeatSeconds: null,
  escalate: [],
  stop: false,
};

const factsAt = (now: number): Facts => ({
  rules: [RULE],
  server: (id) => ({
    needs: id === 'switch' ? [] : [['switch']],
    isChecked: true,
    checkedAt: Math.max(
      ...SEEN.filter(({ name, at }) => name === id && at <= now).map(({ at }) => at * 1000),
      0,
    ),
    isSuspect: false,
    isInMaintenance: false,
  }),
});

const COLOURS: Record<string, string> = {
  pending: '#b7791f',
  firing: '#c0362c',
  covered: '#5a6b7b',
  resolved: '#2f855a',
};
const [LEFT, LANE, WIDE, TOP] = [90, 46, 5.5, 40];
const x = (second: number) => LEFT + second * WIDE;

const text = (at: { x: number; y: number }, words: string, more = '') =>
  `<text x="${at.x}" y="${at.y}"${more}>${words}</text>`;

/** The picture of docs/alerts.md: the states of three alerts, and what is sent. */
export function drawAlertPicture(): string {
  const { parts, sent } = run();
  const lanes = NAMES.flatMap((name, n) => {
    const y = TOP + n * LANE;
    const bars = parts
      .filter((part) => part.name === name && part.to > part.from)
      .flatMap(({ state, from, to }) => [
        `<rect x="${x(from)}" y="${y}" width="${(to - from) * WIDE}" height="26" fill="${COLOURS[state] ?? '#000'}"/>`,
        ...((to - from) * WIDE > 60 ? [text({ x: x(from) + 6, y: y + 18 }, state, ' fill="#fff"')] : []),
      ]);
    return [text({ x: 12, y: y + 18 }, name, ' fill="#1d2730"'), ...bars];
  });
  const below = TOP + NAMES.length * LANE;
  const messages = sent.flatMap(({ at, text: words }) => [
    `<path d="M${x(at)} ${TOP - 10}V${below + 8}" stroke="#1d2730" stroke-dasharray="3 3"/>`,
    text({ x: x(at), y: below + 24 }, words, ' fill="#1d2730" text-anchor="middle"'),
  ]);
  const times = [0, 30, 60, 90, 120].map((at) => text({ x: x(at), y: 20 }, `${at} s`, ' fill="#5a6b7b"'));
  const height = below + 40;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 ${height}" font-family="sans-serif" font-size="14" role="img">`,
    '<title>A switch fails with two servers behind it: one message when it fails, one when it is back</title>',
    `<rect width="800" height="${height}" fill="#fff"/>`,
    ...times,
    ...lanes,
    ...messages,
    '</svg>',
    '',
  ].join('\n');
}
