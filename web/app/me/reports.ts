import { h, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { drawEmpty } from '../parts/pieces.ts';
import { onUpdate } from '../state/live.ts';
import { useTexts } from '../texts/language.ts';
import { writeDay } from '../texts/write-day.ts';
import { reports, useFresh, type OwnReport } from '../profile/own-state.ts';
import { reportTexts } from './report-texts.ts';
import { drawLoading } from '../profile/waiting.ts';

const outcomeOf = ({ outcome, closed_at: closedAt }: OwnReport) =>
  outcome ?? (closedAt === null ? 'open' : 'closed');

export function Reports(): VNode {
  const texts = useTexts(reportTexts);
  const fresh = useFresh(reports);
  const { value } = fresh;
  useEffect(() => onUpdate('report', fresh.readAgain), []);
  return html`${h(Heading, { text: texts.title, backTo: '/app/me' })} ${!value && drawLoading(fresh)}
  ${value?.length === 0 && drawEmpty({ title: texts.none, text: texts.noneHint })}
  ${value?.map(
    (report) =>
      html`<article key=${report.id} class="card stack tight">
        <h2>${report.name ?? texts.unnamed}</h2>
        <p class="soft small">
          ${report.event_id !== null && `${texts.event} · `}${texts.sent(writeDay(report.created_at))}
        </p>
        <p class="wrap soft">${report.reason}</p>
        <p>${texts.outcomes[outcomeOf(report)]}</p>
      </article>`,
  )}`;
}
