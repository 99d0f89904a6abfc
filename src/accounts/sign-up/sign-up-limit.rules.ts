import type { Allowance } from '../allowances/allowance.rules.ts';

/** A network that sign-ups are counted by. */
export interface SignUpNetwork extends Allowance {
  name: string;
}

/**
 * Of whom sign-ups are counted, by the network of a client: an IPv4 address, or the /64 of IPv6. A subscriber of IPv6 may
 * own as little as a /64 and as much as a /48, with 65 536 of them; so the wider networks are counted as well, with
 * more of it, since several subscribers may share one that is not theirs alone.
 */
export function signUpNetworks(network: string, { atOnce, perDay }: Allowance): SignUpNetwork[] {
  const narrow = { name: network, atOnce, perDay };
  const groups = /^([0-9a-f]+):([0-9a-f]+):([0-9a-f]+):([0-9a-f]+)::\/64$/.exec(network)?.slice(1);
  if (!groups) return [narrow];
  const [first, second, third, fourth] = groups as [string, string, string, string];
  const site = `${first}:${second}:${third}`;
  const high = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [
    narrow,
    { name: `${site}:${high}00::/56`, atOnce: 2 * atOnce, perDay: 2 * perDay },
    { name: `${site}::/48`, atOnce: 4 * atOnce, perDay: 4 * perDay },
  ];
}
