import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ana, openAccountsApp, type AccountsApp } from '../support/accounts.ts';
import { assertAccessible, assertFits } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { createSignedInUser } from '../support/signed-in-user.ts';

/** A folder for screenshots of the pages, for review by hand. */
const screenshots = process.env['PRACA_TEST_SCREENSHOTS'];

let accounts: AccountsApp;
let browser: Browser;
let address: string;

before(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  // Production settings, except that mail goes to the mailbox.
  const settings = { PUBLIC_URL: address, CONFIRM_ADDRESS: 'yes', RECOVERY_RETURNS_PASSWORD: 'no' };
  accounts = await openAccountsApp({ settings });
  await accounts.app.listen({ host: '127.0.0.1', port });
  await accounts.runJobs();
  browser = await openBrowser();
  if (screenshots) mkdirSync(screenshots, { recursive: true });
});
after(async () => {
  await browser.close();
  await accounts.close();
});

async function openPhone(
  language: string,
  script: boolean,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: language,
    javaScriptEnabled: script,
  });
  return { page: await context.newPage(), context };
}

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshots) await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
}

/** Texts differ in length between languages, but the markup that axe checks is the same. Axe runs for English only. */
const assertReadable = (page: Page, language: string): Promise<void> =>
  language === 'en' ? assertAccessible(page) : assertFits(page);

/** Opens the newest mail to an address in the mailbox and follows its button. */
async function followMail(page: Page, to: string, button: string): Promise<void> {
  await accounts.settle();
  for (let tries = 0; ; tries++) {
    await page.goto(`${address}/mailbox?to=${encodeURIComponent(to)}`);
    const mail = page.locator('tbody a').first();
    const link = page.frameLocator('iframe').getByRole('link', { name: button });
    // The mail may not have arrived yet.
    if ((await mail.count()) > 0) await mail.click();
    if ((await link.count()) > 0) {
      await link.click();
      // A click on a frame that is still loading has no effect, so it is repeated.
      const isMail = (url: URL): boolean => url.pathname.startsWith('/mailbox');
      const followed = page.waitForURL((url) => !isMail(url), { timeout: 60_000 });
      if (await followed.then(() => true).catch(() => false)) return;
    }
    assert.ok(tries < 600, `no mail to ${to} with the button ${button}`);
    await page.waitForTimeout(100);
  }
}

const words = {
  en: {
    confirm: 'Confirm address',
    password: 'Password',
    confirmed: 'Your address is confirmed',
    gone: 'This link is no longer valid',
    setMail: 'Set a new password',
    newPassword: 'New password',
    repeat: 'Repeat the password',
    set: 'Set password',
    done: 'Your new password is set',
  },
  pt: {
    confirm: 'Confirmar e-mail',
    password: 'Senha',
    confirmed: 'O seu e-mail está confirmado',
    gone: 'Este link não vale mais',
    setMail: 'Criar nova senha',
    newPassword: 'Nova senha',
    repeat: 'Repita a senha',
    set: 'Salvar senha',
    done: 'A sua nova senha foi salva',
  },
  de: {
    confirm: 'Adresse bestätigen',
    password: 'Passwort',
    confirmed: 'Deine Adresse ist bestätigt',
    gone: 'Dieser Link ist nicht mehr gültig',
    setMail: 'Neues Passwort festlegen',
    newPassword: 'Neues Passwort',
    repeat: 'Passwort wiederholen',
    set: 'Passwort festlegen',
    done: 'Dein neues Passwort gilt',
  },
};

const signIn = async (user_email: string, user_password: string) => {
  const response = await fetch(`${address}/accounts/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_email, user_password, user_type: '0' }),
  });
  return (await response.json()) as { status: string; code?: string };
};

for (const [language, said] of Object.entries(words)) {
  // Axe needs scripts. The variant without scripts runs for English only.
  for (const script of language === 'en' ? [true, false] : [true]) {
    const name = `${language}${script ? '' : '-without-script'}`;
    test(`a person confirms the address and sets a new password through mailed links, ${name}`, async () => {
      const user_email = `${name}@example.com`;
      const { page, context } = await openPhone(language, script);
      const post = (path: string, body: object) =>
        accounts.call('POST', path, { body, headers: { 'accept-language': language } });

      await post('/signup', { ...ana, user_email });
      await followMail(page, user_email, said.confirm);
      await page.getByLabel(said.password).fill('not this one');
      if (script) await assertReadable(page, language);
      await shoot(page, `confirm-${name}`);
      await page.getByRole('button', { name: said.confirm }).click();
      await page.getByRole('alert').waitFor();
      if (script) await assertReadable(page, language);
      await shoot(page, `confirm-wrong-${name}`);
      await page.getByLabel(said.password).fill(ana.user_password);
      await page.getByRole('button', { name: said.confirm }).click();
      await page.getByRole('heading', { name: said.confirmed }).waitFor();
      await shoot(page, `confirmed-${name}`);
      assert.equal((await signIn(user_email, ana.user_password)).status, 'success');
      await followMail(page, user_email, said.confirm);
      await page.getByRole('heading', { name: said.gone }).waitFor();
      if (script) await assertReadable(page, language);
      await shoot(page, `gone-${name}`);

      await post('/forgetpassword', { user_email });
      await accounts.mailTo(user_email, 2);
      await followMail(page, user_email, said.setMail);
      if (script) await assertReadable(page, language);
      await shoot(page, `new-password-${name}`);
      await page.getByLabel(said.newPassword).fill('qwertyuiop');
      await page.getByLabel(said.repeat).fill('qwertyuiop');
      await page.getByRole('button', { name: said.set }).click();
      await page.getByRole('alert').waitFor();
      if (script) await assertReadable(page, language);
      await shoot(page, `new-password-wrong-${name}`);
      await page.getByLabel(said.newPassword).fill('um banco na praça');
      await page.getByLabel(said.repeat).fill('um banco na praça');
      await page.getByRole('button', { name: said.set }).click();
      await page.getByRole('heading', { name: said.done }).waitFor();
      await shoot(page, `new-password-done-${name}`);
      assert.equal((await signIn(user_email, ana.user_password)).code, 'invalid_credentials');
      assert.equal((await signIn(user_email, 'um banco na praça')).status, 'success');
      await context.close();
    });
  }
}

const addressWords = {
  en: {
    mail: 'Confirm new address',
    password: 'Password',
    use: 'Use this address',
    used: 'Your address is changed',
    back: 'Get this address back',
    keep: 'Keep this address',
    kept: 'The account is yours',
  },
  pt: {
    mail: 'Confirmar novo e-mail',
    password: 'Senha',
    use: 'Usar este e-mail',
    used: 'O seu e-mail foi alterado',
    back: 'Recuperar este e-mail',
    keep: 'Manter este e-mail',
    kept: 'A conta é sua',
  },
  de: {
    mail: 'Neue Adresse bestätigen',
    password: 'Passwort',
    use: 'Diese Adresse benutzen',
    used: 'Deine Adresse ist geändert',
    back: 'Diese Adresse zurückholen',
    keep: 'Diese Adresse behalten',
    kept: 'Das Konto gehört dir',
  },
};

for (const [language, said] of Object.entries(addressWords)) {
  for (const script of language === 'en' ? [true, false] : [true]) {
    const name = `${language}${script ? '' : '-without-script'}`;
    test(`a member changes to a new address and back, ${name}`, async () => {
      const { page, context } = await openPhone(language, script);
      const user = await createSignedInUser(accounts);
      const passwordHash = await hash(ana.user_password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
      await accounts.sql`
        update accounts.users set language = ${language}, password_hash = ${passwordHash} where id = ${user.id}`;
      const next = `new-${name}@example.com`;
      const asked = await accounts.call('POST', '/v1/me/email', {
        headers: user.headers,
        body: { user_email: next },
      });
      assert.equal(asked.status, 202, asked.text);
      await followMail(page, next, said.mail);
      await page.getByLabel(said.password).fill('not this one');
      await page.getByRole('button', { name: said.use }).click();
      await page.getByRole('alert').waitFor();
      if (script) await assertReadable(page, language);
      await shoot(page, `new-address-${name}`);
      await page.getByLabel(said.password).fill(ana.user_password);
      await page.getByRole('button', { name: said.use }).click();
      await page.getByRole('heading', { name: said.used }).waitFor();
      await accounts.mailTo(user.email, 2);
      await followMail(page, user.email, said.back);
      if (script) await assertReadable(page, language);
      await shoot(page, `old-address-${name}`);
      await page.getByRole('button', { name: said.keep }).click();
      await page.getByRole('heading', { name: said.kept }).waitFor();
      await shoot(page, `old-address-done-${name}`);
      const me = await accounts.call('GET', '/v1/me', { headers: user.headers });
      assert.equal(me.status, 401);
      await context.close();
    });
  }
}

test('the reader can change the language of a page', async () => {
  const user_email = 'leser@example.com';
  await accounts.call('POST', '/signup', { body: { ...ana, user_email } });
  const { page, context } = await openPhone('en', false);
  await followMail(page, user_email, words.en.confirm);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: words.de.confirm }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  await context.close();
});

test('a page forbids frames and caching and sends no referrer', async () => {
  for (const name of ['confirm', 'new-password', 'new-address', 'old-address']) {
    const path = `/accounts/${name}?token=x`;
    const answer = await accounts.app.inject(path);
    assert.equal(answer.statusCode, 410);
    assert.match(String(answer.headers['content-security-policy']), /frame-ancestors 'none'/);
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.equal(answer.headers['cache-control'], 'no-store');
    const markup = await accounts.app.inject(`${path.slice(0, -1)}${encodeURIComponent('"><script>')}`);
    assert.ok(!markup.body.includes('<script>'));
  }
});
