import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage } from './language.ts';
import { html } from './page.ts';

test('interpolated text cannot become markup', () => {
  const name = `<script>alert("1")</script>'&`;
  assert.equal(
    html`<p title="${name}">${[html`<b>${name}</b>`, null, false, 3]}</p>`.text,
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;">' +
      '<b>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;</b>3</p>',
  );
});

const acceptHeaders: [string | undefined, string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['fr,de-AT;q=0.7,en;q=0.3', 'de'],
  ['en;q=0.1,pt;q=0.2', 'pt'],
  ['de;q=0,pt', 'pt'],
  ['*', 'en'],
  [';;;,,q=', 'en'],
  ['PT', 'pt'],
  ['pt ;q=0.9', 'pt'],
  ['en ; q=0.1 , de ; q=0.2 ;x', 'de'],
];

for (const [header, language] of acceptHeaders) {
  test(`Accept-Language ${JSON.stringify(header)} is answered in ${language}`, () => {
    assert.equal(chooseLanguage(header), language);
  });
}
