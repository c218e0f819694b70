import { expect, test } from 'vitest';
import { AlertRuleChange } from './alert-rules.ts';
import { ChannelChange } from './channels.ts';

test('ALERT-82 a change of a rule or a channel holds only the fields that were sent', () => {
  expect(AlertRuleChange.parse({ position: 0 })).toEqual({ position: 0 });
  expect(ChannelChange.parse({ name: 'Pager' })).toEqual({ name: 'Pager' });
});
