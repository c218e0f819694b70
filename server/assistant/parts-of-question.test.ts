import { expect, test } from 'vitest';
import { questionsIn } from './parts-of-question.ts';

test.each([
  ['how many servers are down and who owns db-01?', 2],
  ['How many servers are down? Which are in Dublin?', 2],
  ['Which servers are in Leeds and what changed today?', 2],
  ['list the offline servers; also how many are in production?', 2],
  ['Is web-1 up and is db-01 up?', 2],
  ['documents about VPN and how many VPN gateways are there?', 2],
  ['KubeNodeDown fired, what should I do, and which servers are down?', 2],
  ['which servers are down, and KubeNodeDown fired, what should I do?', 2],
  ['how many servers are down and documents about VPN', 2],
  ['I need the owner of web-1 and how do I restart the print server?', 2],
  ['documents tagged mail, and are all mail relays up?', 2],
  ['Who owns web-1? Who owns db-01? How many servers are in Leeds?', 3],
])('AI-09 %s: each question on its own', (message, count) => {
  expect(questionsIn(message)).toHaveLength(count);
});

test.each([
  'list servers in Dublin and Frankfurt',
  'cpu and memory of web-1',
  'Which servers are in production and are virtual?',
  'servers that run Windows and which are in Leeds',
  'what is the ip and who is the owner of web-1',
  'Is web-1 up? And what is its IP?',
  'Which servers are down and where are they?',
  'Who owns web-1 and web-2?',
  'Our printer is broken. How do I restart the spooler?',
  'Nobody knows who owns it and what it does',
])('AI-09 %s: one question', (message) => {
  expect(questionsIn(message)).toEqual([message]);
});
