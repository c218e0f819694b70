import { DEPARTMENT_PRESETS, ROLE_PRESETS } from '../../contract/team.ts';

const NAMES = `
  Amelia Hart, Ben Okafor, Chloe Nguyen, Daniel Weiss, Elena Rossi, Farid Haddad, Grace Lin, Hugo Martins,
  Isla Campbell, Jonas Berg, Keiko Tanaka, Liam Byrne, Maya Patel, Noah Fischer, Olivia Grant, Pavel Novak,
  Quinn Harper, Rosa Delgado, Samir Khan, Tess Walker, Uma Reddy, Victor Lindqvist, Wendy Zhao, Xavier Dubois,
  Yara Cohen`
  .trim()
  .split(/,\s+/);

/** The same 25 people each time, with addresses that no mail server delivers to. */
export const demoMembers = () =>
  NAMES.map((name, n) => ({
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@demo.invalid`,
    role: ROLE_PRESETS[n % ROLE_PRESETS.length] ?? 'Manager',
    department: DEPARTMENT_PRESETS[n % DEPARTMENT_PRESETS.length] ?? null,
    status: n % 9 === 8 ? ('inactive' as const) : ('active' as const),
  }));
