import { describe, expect, test } from 'vitest';
import { Register } from '../calls/accounts.ts';
import { isStrong, PASSWORD_MESSAGE, passwordStrength, strongPassword } from './password.ts';

const refusalOf = (password: string): string | undefined =>
  strongPassword.safeParse(password).error?.issues[0]?.message;

describe('AUTH-09 valid passwords', () => {
  test.each([
    ['', 'Password must be at least 8 characters'],
    ['Kel9!mo', 'Password must be at least 8 characters'],
    ['Kel9!moo', PASSWORD_MESSAGE],
    ['Kelp9!Moons', PASSWORD_MESSAGE],
    ['Kelp9!Moonsh', undefined],
    ['kelp9!moonsh', PASSWORD_MESSAGE],
    ['KELP9!MOONSH', PASSWORD_MESSAGE],
    ['Kelpx!Moonsh', PASSWORD_MESSAGE],
    ['Kelp9xMoonsh', PASSWORD_MESSAGE],
    ['Kelp9-Moonsh', PASSWORD_MESSAGE],
    [`Kelp9!${'Moonsh'.repeat(20)}xy`, undefined],
    [`Kelp9!${'Moonsh'.repeat(20)}xyz`, 'Password must not exceed 128 characters'],
  ])('%j: %s', (password, message) => {
    expect(refusalOf(password)).toBe(message);
  });

  test.each('!@#$%^&*'.split(''))('%s counts as special', (sign) => {
    expect(refusalOf(`Kelp9${sign}Moonsh`)).toBeUndefined();
  });

  test('blanks and emoji stay as they were typed', () => {
    const password = '  Kelp9! Moon 🌊 ';
    expect(strongPassword.parse(password)).toBe(password);
  });

  test('AUTH-07 both passwords must be exactly equal', () => {
    const form = {
      email: 'a@example.com',
      firstName: 'A',
      lastName: 'B',
      password: 'Kelp9!Moonsh',
      setup: 'x',
    };
    const { error } = Register.safeParse({ ...form, confirmPassword: 'Kelp9!Moonsh ' });
    expect(error?.issues).toMatchObject([{ path: ['confirmPassword'], message: "Passwords don't match" }]);
    expect(Register.safeParse({ ...form, confirmPassword: form.password }).success).toBe(true);
  });
});

describe('AUTH-10 common patterns', () => {
  test.each([
    ['a weak word', 'password'],
    ['a weak word in any case', 'PassWord'],
    ['one extra character', 'password1'],
    ['four extra characters', 'xpassword123'],
    ['four extra characters around a long word', '!Administrator9x?'],
    ['letters swapped for signs', 'P@ssw0rd!9zq'],
    ['four equal characters', 'Kelp!Mooooon9'],
    ['ascending digits', 'Kelp!Moon1234'],
    ['descending digits', 'Kelp!Moon9876'],
    ['ascending letters', 'Kelp!9Moondefg'],
    ['descending letters', 'Kelp!9Moonvuts'],
    ['a keyboard row', 'Kelp!9Moontyui'],
    ['a keyboard row backwards', 'Kelp!9Moonlkjh'],
    ['a keyboard column', 'Kelp!9x1qaz'],
  ])('%s: %s', (_, password) => {
    expect(passwordStrength(password).requirements.noCommonPatterns).toBe(false);
    expect(isStrong(password)).toBe(false);
  });

  test.each([
    ['five extra characters', 'xPassword!92z'],
    ['three equal characters', 'Kelp!Mooon9'],
    ['three neighbours', 'Kelp!Moon123x'],
    ['three letters', 'Kelp!9Moondef'],
    ['three keys', 'Kelp!9Moontyu'],
  ])('not yet: %s: %s', (_, password) => {
    expect(passwordStrength(password).requirements.noCommonPatterns).toBe(true);
  });
});

describe('AUTH-11 strength', () => {
  test.each([
    ['', 'very-weak', 0],
    ['aaaa', 'very-weak', 0],
    ['kelpmoon', 'fair', 50],
    ['kelp moon', 'fair', 53],
    ['Kelpmoon', 'good', 60],
    ['Kelp9moon', 'good', 73],
    ['Kelp9!Moonshi', 'strong', 93],
    ['Kelp9!Moonshine-of', 'strong', 100],
    ['Password1234', 'fair', 40],
  ])('%j is %s with %i', (password, strength, score) => {
    expect(passwordStrength(password)).toMatchObject({ strength, score });
  });

  test('reports each requirement separately, missing ones first', () => {
    const { requirements, feedback, suggestion } = passwordStrength('kelp');
    expect(requirements).toEqual({
      minLength: false,
      hasUppercase: false,
      hasLowercase: true,
      hasNumbers: false,
      hasSpecialChars: false,
      noCommonPatterns: true,
    });
    expect(feedback).toEqual([
      'Use at least 12 characters',
      'Add an uppercase letter',
      'Add a number',
      'Add a special character (!@#$%^&*)',
    ]);
    expect(suggestion).toBe(feedback[0]);
    expect(passwordStrength('Kelp9!Moonshine').suggestion).toBe('Hard to guess');
  });

  // If the work grew faster than the length, the test would time out.
  test.each(['a', 'abc', 'qwe', 'password', 'aab'])('checks a million characters of %s', (part) => {
    const password = part.repeat(1_000_000 / part.length);
    expect(passwordStrength(password).score).toBeLessThanOrEqual(100);
    expect(strongPassword.safeParse(password).error?.issues).toHaveLength(1);
  });
});
