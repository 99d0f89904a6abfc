import { formatAsset, type CoinCode } from '../assets/asset.rules.ts';

const screeningDecisions = ['allow', 'review', 'deny'] as const;
export type ScreeningDecision = (typeof screeningDecisions)[number];

/** What is posted, as it stands on the wire. */
export interface ScreeningQuestion {
  readonly screening_id: string;
  /** `in` before coins are credited, `out` before a payout is signed. */
  readonly direction: 'in' | 'out';
  readonly purpose: 'payment' | 'deposit' | 'withdrawal' | 'refund' | 'release';
  readonly psp_id: number;
  readonly cryptocurrency_code: CoinCode;
  readonly cryptocurrency_amount: string;
  /** Ours where coins came, the receiver's where they go. */
  readonly address: string;
  readonly destination_tag: string | null;
  readonly blockchain_transaction_id: string | null;
  readonly customer_details: object | null;
}

export interface ScreeningAnswer {
  readonly decision: ScreeningDecision;
  readonly reason: string | null;
}

/** What was answered, or why that is no answer. Only the three words count, whatever else is said. */
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
  if (known === undefined) return { fault: 'answered without a decision that is known' };
  return { decision: known, reason: typeof reason === 'string' ? cleaned(reason) : null };
}

/** One line that any database and terminal can take. */
const cleaned = (text: string): string | null => {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed();
  return line === '' ? null : line;
};

/** How the sandbox's own screening takes an amount, by its last six digits. So long that none is met by chance. */
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

/** Whether anybody is to be asked about these coins. */
export const isScreened = (settings: ScreeningSettings, coin: CoinCode, amountMinor: bigint): boolean =>
  settings.SCREENING_URL !== '' || (settings.SCREENING_MARKS && markOf(coin, amountMinor) !== undefined);

/** Until the next question where the last was not answered. */
export const pauseAfterMs = (attempts: number): number =>
  Math.min(3_600_000, 5000 * 2 ** Math.min(attempts, 10));
