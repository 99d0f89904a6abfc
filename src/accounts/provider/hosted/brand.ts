import { createHash } from 'node:crypto';
import { makeStaticFile } from '../../../platform/http/representations/static-file.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { designSheet } from '../../../platform/pages/design-sheet.ts';
import { drawMark } from '../../../platform/pages/icons.page.ts';
import type { WebFile } from '../../../platform/pages/web-file.ts';
import type { AccountsSettings } from '../../accounts.context.ts';
import { mixWithWhite, readableOn, contrastOf } from './colour.rules.ts';

/** How this installation shows itself on the pages of accounts. */
export interface Brand {
  readonly name: string;
  readonly sheet: WebFile;
  readonly logoOrigins: readonly string[];
  draw(): Html;
}

const darkPaper = '#141311';

export function openBrand(
  settings: Pick<AccountsSettings, 'BRAND_NAME' | 'BRAND_LOGO' | 'BRAND_COLOUR'>,
): Brand {
  const { BRAND_NAME: name, BRAND_LOGO: logo, BRAND_COLOUR: colour } = settings;
  return {
    name,
    sheet: colour === '' ? designSheet : colouredSheet(colour),
    logoOrigins: logo === '' ? [] : [new URL(logo).origin],
    draw: () =>
      html`<span class="brand"
        >${logo === '' ? drawMark() : html`<img src="${logo}" alt="" width="32" height="32" />`}<span
          >${name}</span
        ></span
      >`,
  };
}

/** Appends the colour to the design. In dark mode it is lightened until links are readable. */
function colouredSheet(colour: string): WebFile {
  let light = colour;
  while (contrastOf(light, '#ffffff') < 4.5) light = mixWithWhite(light, -0.1);
  let dark = colour;
  while (contrastOf(dark, darkPaper) < 7) dark = mixWithWhite(dark, 0.1);
  const styles = `:root{--accent:${light};--on-accent:${readableOn(light)}}@media (prefers-color-scheme:dark){:root{--accent:${dark};--on-accent:${readableOn(dark)}}}`;
  const content = Buffer.concat([designSheet.content, Buffer.from(styles)]);
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return {
    url: `/accounts/brand/brand.${version}.css`,
    route: '/brand/brand.:version([\\w-]{12}).css',
    version,
    ...makeStaticFile(designSheet.type, content),
  };
}
