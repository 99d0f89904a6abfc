import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';

const screeningDecisions = ['allow', 'review', 'deny'] as const;
export type ScreeningDecision = (typeof screeningDecisions)[number];

/** Body of the request to the screening service. */
export interface ScreeningQuestion {
  readonly screening_id: string;
  /** `in` before coins are credited, `out` before a payout is signed. */
  readonly direction: 'in' | 'out';
  readonly purpose: 'payment' | 'deposit' | 'withdrawal' | 'refund' | 'release';
  readonly psp_id: number;
  readonly cryptocurrency_code: CoinCode;
  readonly cryptocurrency_amount: string;
  /** Our address for incoming coins, the receiver's for outgoing ones. */
  readonly address: string;
  readonly destination_tag: string | null;
  readonly blockchain_transaction_id: string | null;
  readonly customer_details: object | null;
}

export interface ScreeningAnswer {
  readonly decision: ScreeningDecision;
  readonly reason: string | null;
}

/** Parses the answer, or explains why it is not one. Only the three words count. */
export function readAnswer(status: number, body: string): ScreeningAnswer | { readonly fault: string } {
  if (status < 200 || status > 299) return { fault: `answered with status ${status}` };
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return { fault: 'answered with something that is not JSON' };
  }
  const { decision, reason }: { decision?: unknown; reason?: unknown } =
    typeof parsed === 'object' && parsed !== null ? parsed : {};
  const known = screeningDecisions.find((candidate) => candidate === decision);
  if (known === undefined) return { fault: 'answered without a known decision' };
  return { decision: known, reason: typeof reason === 'string' ? cleaned(reason) : null };
}

/** Reduces the text to one line that any database and terminal can display. */
const cleaned = (text: string): string | null => {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed();
  return line === '' ? null : line;
};

/**
 * Last six digits of an amount that decide the answer of the sandbox's screener. Long enough that no amount has them by
 * accident.
 */
const marks = { '666666': 'review', '777777': 'deny', '888888': 'late' } as const;
export type Mark = (typeof marks)[keyof typeof marks];

export function markOf(coin: CoinCode, amountMinor: bigint): Mark | undefined {
  const digits = formatAsset(coin, amountMinor).replace('.', '').slice(-6);
  return marks[digits as keyof typeof marks];
}

interface ScreeningSettings {
  readonly SCREENING_URL: string;
  readonly SCREENING_MARKS: boolean;
}

export const isScreened = (settings: ScreeningSettings, coin: CoinCode, amountMinor: bigint): boolean =>
  settings.SCREENING_URL !== '' || (settings.SCREENING_MARKS && markOf(coin, amountMinor) !== undefined);

/** Returns the pause before the next attempt after an unanswered request. */
export const pauseAfterMs = (attempts: number): number =>
  Math.min(3_600_000, 5000 * 2 ** Math.min(attempts, 10));
