import { describe, expect, test } from 'vitest';
import { avatarLetter, displayName, initialsOf, roleLabel } from './person.ts';

describe('SHELL-04 the signed-in person', () => {
  test('the avatar shows the first letter of the first name, else of the e-mail, else U', () => {
    expect(avatarLetter({ firstName: 'hana', email: 'x@example.com' })).toBe('H');
    expect(avatarLetter({ firstName: ' ', email: 'x@example.com' })).toBe('X');
    expect(avatarLetter({ firstName: null, email: '' })).toBe('U');
    expect(avatarLetter({ firstName: '𝒜da' })).toBe('𝒜');
  });

  test('the name is the full name, else the e-mail', () => {
    expect(displayName({ firstName: 'Hana', lastName: 'Whitford', email: 'h@example.com' })).toBe(
      'Hana Whitford',
    );
    expect(displayName({ firstName: 'Hana', lastName: '', email: 'h@example.com' })).toBe('Hana');
    expect(displayName({ firstName: '', lastName: '', email: 'h@example.com' })).toBe('h@example.com');
  });

  test('TEAM-02 initials are those of the first and the last word', () => {
    expect(['Ann Mary smith', 'Ann', ' ', '𝒜da Lovelace'].map(initialsOf)).toEqual(['AS', 'A', 'U', '𝒜L']);
  });

  test('the role is called User unless it is admin', () => {
    expect(roleLabel('user')).toBe('User');
    expect(roleLabel('admin')).toBe('admin');
  });
});
