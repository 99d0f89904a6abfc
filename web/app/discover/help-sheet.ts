import { h } from 'preact';
import { html, type Children } from '../parts/html.ts';
import { Sheet } from '../parts/sheet.ts';
import { safetyTexts } from '../safety/texts.ts';
import { useTexts } from '../texts/language.ts';
import { keyNames, type KeyAct } from './keys.ts';
import { discoverTexts } from './texts.ts';

export function HelpSheet({ onClose }: { readonly onClose: () => void }): Children {
  const [texts, safety] = [useTexts(discoverTexts), useTexts(safetyTexts)];
  const words: Readonly<Record<KeyAct, string>> = {
    like: texts.like,
    pass: texts.pass,
    open: texts.open,
    photo: texts.photo,
    undo: texts.undoPass,
    block: safety.block,
    report: safety.report,
    help: texts.help,
  };
  return h(Sheet, {
    title: texts.help,
    onClose,
    children: html`<p class="soft">${texts.helpLead}</p>
      <dl class="keys">
        ${(Object.keys(keyNames) as KeyAct[]).map(
          (act) =>
            html`<div key=${act}>
              <dt><kbd>${keyNames[act]}</kbd></dt>
              <dd>${words[act]}</dd>
            </div>`,
        )}
      </dl>`,
  });
}
