/** No service takes shorter ones, so that they need not be kept in memory. */
const shortest = 8;

let list: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is chosen: a process that never needs it does not carry it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary.passwords.filter((word) => word.length >= shortest));
}

/** On the shipped list of the passwords that people choose most, in any case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(password.toLowerCase());
}
