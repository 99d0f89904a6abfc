/** Shorter entries are dropped to save memory, because all services reject shorter passwords. */
const shortest = 8;

let list: Promise<ReadonlySet<string>> | undefined;

/** Loads the list when the first password is chosen, so that other processes do not need its memory. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= shortest));
}

/** Returns true if the password is on the bundled list of the most common passwords, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(password.toLowerCase());
}
