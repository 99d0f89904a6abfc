import type { PlatformSettings } from '../platform.ts';

/** Prints the addresses and next steps. If the log is JSON, it goes to stderr. */
export function printBanner(
  settings: PlatformSettings,
  publicUrl: string,
  lines: readonly string[],
  elapsedMs: number,
): void {
  const rows = [
    '',
    `Praça ${settings.ENVIRONMENT} is ready at ${publicUrl} (${(elapsedMs / 1000).toFixed(1)} s)`,
    '',
    `  Reference   ${publicUrl}/docs`,
    `  Console     ${publicUrl}/console`,
    ...(settings.SMTP_URL === '' ? [`  Mailbox     ${publicUrl}/mailbox`] : []),
    `  Services    ${settings.SERVICES.map((name) => `/${name}`).join('  ')}`,
    ...lines.map((line) => `  ${line}`),
    ...(settings.DATABASE_URL === '' ? [`  Data        ${settings.DATA_DIR}/`] : []),
    '',
    '  Ctrl-C stops it.',
    '',
  ];
  process.stderr.write(`${rows.join('\n')}\n`);
}
