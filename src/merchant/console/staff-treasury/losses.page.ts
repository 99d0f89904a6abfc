import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawTable } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import type { LossRow, Losses } from '../../books/claims/read-losses.ts';
import { linkPsp } from '../staff-parts/link-psp.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import { treasuryTexts } from './staff-treasury-texts.ts';
import { showAsset } from './wallets.page.ts';

/** Renders losses by PSP with a sum per asset, and the open claims. */
export function drawLosses(visit: Visit, { rows, sums, claims }: Losses): Html {
  const texts = { ...staffTexts[visit.language], ...treasuryTexts[visit.language] };
  const nameOf = ({ psp_id: id, name }: LossRow) =>
    id === null ? texts.noPsp : linkPsp(visit, id, name ?? `${texts.psp} ${id}`);
  return html`<section class="stack" aria-labelledby="losses-title">
    <h2 id="losses-title">${texts.losses}</h2>
    <p class="soft">${texts.lossesText}</p>
    ${drawTable({
      caption: texts.losses,
      columns: [
        { label: texts.psp, kind: 'name' },
        { label: texts.lost, kind: 'number' },
        { label: texts.owedByPsp, kind: 'number' },
      ],
      rows: [
        ...rows.map((row) => [
          nameOf(row),
          showAsset(visit, row.asset, row.lost),
          showAsset(visit, row.asset, row.owed),
        ]),
        ...sums.map(({ asset, lost, owed }) => [
          html`<strong>${texts.allPsps}</strong>`,
          html`<strong>${showAsset(visit, asset, lost)}</strong>`,
          html`<strong>${showAsset(visit, asset, owed)}</strong>`,
        ]),
      ],
      empty: html`<p>${texts.noLosses}</p>`,
    })}
    ${
      claims.length > 0 &&
      drawTable({
        caption: texts.claims,
        columns: [
          { label: texts.psp, kind: 'name' },
          { label: texts.claimReference, kind: 'name' },
          { label: texts.claimed, kind: 'number' },
          { label: texts.claimOpen, kind: 'number' },
          { label: texts.claimedAt },
        ],
        rows: claims.map(({ psp_id: id, asset, reference, claimed, open, claimed_at: at }) => [
          linkPsp(visit, id, `${texts.psp} ${id}`),
          reference,
          showAsset(visit, asset, claimed),
          showAsset(visit, asset, open),
          drawTime(at, visit.language, visit.nowMs),
        ]),
        empty: html``,
      })
    }
  </section>`;
}
