let loading: Promise<ReadonlySet<string>> | undefined;

/** Some fifty thousand English words and passwords in lower case; read when they are first asked for, not at the start. */
export const wordList = (): Promise<ReadonlySet<string>> => {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...dictionary['diceware-common']]),
  );
  return loading;
};
