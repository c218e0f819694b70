import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { accounts } from '../../contract/calls/accounts.ts';
import { PASSWORD_MESSAGE } from '../../contract/shared/password.ts';
import { withApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { PASSWORD } from '../../test/factories.ts';
import { guessable } from './passwords.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
const ANN = { email: 'ann.whitford@netfleet.example', firstName: 'Ann', lastName: 'Whitford' };
const isRefused = async (password: string) => (await guessable('password', password, ANN)) !== undefined;

describe('threat 10 passwords that attackers try first', () => {
  test('threat 10 the list is long, and every word of it is refused, also with common decorations', async () => {
    const listed = dictionary['passwords-common'];
    expect(listed.length).toBeGreaterThan(10_000);
    const through: string[] = [];
    for (const word of listed) if (!(await isRefused(word))) through.push(word);
    expect(through).toEqual([]);
    for (const word of listed.filter((text) => /^[a-z]{9,}$/.test(text)).slice(0, 500)) {
      const dressed = `${word[0]?.toUpperCase()}${word.slice(1)}24!`;
      expect([dressed, await isRefused(dressed)]).toEqual([dressed, true]);
    }
  });

  test.each([
    ['the own name', 'Ann!Whitford#24'],
    ['the own name in lookalikes', 'Wh1tf0rd!Ann#9'],
    ['the own address', 'Netfleet!Ann24#'],
    ['the name of the product', 'OpsHub!Ops#2024'],
    ['a listed word in lookalikes', 'Sun5hine!24'],
  ])('threat 10 %s is refused', async (_, password) => {
    expect(await isRefused(password)).toBe(true);
  });

  test.each([PASSWORD, 'Gl4cier&Otter!Nine', 'Correct-Horse-42!', 'Ann likes 7 Purple Kites!'])(
    'threat 10 accepts %s',
    async (password) => {
      expect(await isRefused(password)).toBe(false);
    },
  );

  test('threat 10 registration, reset and change refuse it with the text of the rule; the link stays valid', async () => {
    const weak = 'Whitford!Ann#24';
    const { anonymous } = at.current;
    const post = (url: string, payload: object, client = anonymous) =>
      client.send({ method: 'POST', url, payload });
    const registered = await post('/api/auth/register', { ...ANN, password: weak, confirmPassword: weak });
    expect(expectRefusal(registered, 400, 'validation_failed').fields).toEqual({
      password: PASSWORD_MESSAGE,
    });

    const ann = await at.current.signedIn(ANN);
    const body = { currentPassword: PASSWORD, newPassword: weak, confirmPassword: weak };
    const changed = await post('/api/auth/change-password', body, ann);
    expect(expectRefusal(changed, 400, 'validation_failed').fields).toEqual({
      newPassword: PASSWORD_MESSAGE,
    });

    await anonymous.call(accounts.forgotPassword, { body: { email: ANN.email } });
    const token = /token=([\w-]+)/.exec((await at.current.mailsTo(ANN.email)).at(-1)?.text ?? '')?.[1] ?? '';
    const reset = (password: string) =>
      post('/api/auth/reset-password', { token, password, confirmPassword: password });
    expect(expectRefusal(await reset(weak), 400, 'validation_failed').fields).toHaveProperty('password');
    expect((await reset('Gl4cier&Otter!Nine')).statusCode).toBe(200);
  });
});
