import { changing } from './changing.ts';
import { finding } from './finding.ts';
import { incident } from './incident.ts';
import type { Journey } from './person.ts';
import { sharing } from './sharing.ts';
import { starting } from './starting.ts';

export const JOURNEYS: Journey[] = [...starting, ...incident, ...finding, ...changing, ...sharing];
