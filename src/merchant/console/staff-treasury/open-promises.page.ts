import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawTable } from '../../../platform/pages/parts.page.ts';
import type { OpenPosition, OpenPositions } from '../../market/open-promises/read-open-promises.ts';
import { linkPsp } from '../staff-parts/link-psp.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import { treasuryTexts } from './staff-treasury-texts.ts';
import { showEuros } from './wallets.page.ts';

export function drawOpenPromises(visit: Visit, { coins, psps }: OpenPositions): Html {
  const texts = { ...staffTexts[visit.language], ...treasuryTexts[visit.language] };
  const show = ({ count, cents, limitCents, lossCents }: OpenPosition) => [
    String(count),
    ...[cents, limitCents, lossCents].map((amount) => showEuros(visit, amount)),
  ];
  return html`<section class="stack" aria-labelledby="promises-title">
    <h2 id="promises-title">${texts.promises}</h2>
    <p class="soft">${texts.promisesText}</p>
    ${drawTable({
      caption: texts.promises,
      columns: [
        { label: texts.promisesOf, kind: 'name' },
        { label: texts.promisesCount, kind: 'number' },
        { label: texts.promised, kind: 'number' },
        { label: texts.promisesLimit, kind: 'number' },
        { label: texts.promisesLoss, kind: 'number' },
      ],
      rows: [
        ...coins.map((position) => [position.of ?? texts.promisesAll, ...show(position)]),
        ...psps.map((position) => [
          linkPsp(visit, Number(position.of), `${texts.psp} ${position.of}`),
          ...show(position),
        ]),
      ],
      empty: html``,
    })}
  </section>`;
}
