import { expect, test } from 'vitest';
import type { Observation } from '../probe/probe.ts';
import { watchOwnNetwork } from './own-network.ts';

const silence: Observation = {
  outcome: 'bad',
  latencyMs: null,
  message: 'No answer within 10 ms',
  silent: true,
};
const answer: Observation = { outcome: 'good', latencyMs: 1, message: 'It answered 200' };

test('INFRA-11 a checker that is cut off lowers nobody: silence of five servers and no sound is its own', () => {
  const network = watchOwnNetwork();
  const judged = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => network.judge(id, silence, 1_000).outcome);
  expect(judged).toEqual(['bad', 'bad', 'bad', 'bad', 'unknown', 'unknown']);
  expect(network.cutOff()).toEqual({ since: 1_000, servers: ['a', 'b', 'c', 'd', 'e', 'f'] });
  expect(network.judge('g', answer, 2_000).outcome).toBe('good');
  expect(network.cutOff()).toBeUndefined();
  expect(network.judge('a', silence, 3_000).outcome).toBe('bad');
});

test('INFRA-11 one server that is silent again and again is down, and so are four', () => {
  const network = watchOwnNetwork();
  for (let round = 0; round < 20; round += 1)
    expect(network.judge('a', silence, round * 1_000).outcome).toBe('bad');
});
