// @ts-check
/*
 * Keeps the payment page up to date. The server renders every state; this script only replaces the parts, so that the
 * page has the same content without the script.
 */
(() => {
  const main = document.getElementById('checkout');
  if (!main) return;

  const pollEveryMs = 5000;
  const silenceMs = 40_000;
  const reopenAfterMs = 60_000;
  const redirectAfterMs = 5000;
  const warnAtMinutes = [5, 1];

  const { id = '' } = main.dataset;
  const language = document.documentElement.lang;
  const locale = main.dataset.locale ?? language;
  const part = /** @param {string} name */ (name) => document.getElementById(name);
  /** @type {Map<string, string>} */
  const shown = new Map();
  let version = main.dataset.version ?? '';
  let announcement = '';
  let expiresMs = Number(main.dataset.expires);
  let redirectUrl = main.dataset.redirect ?? '';
  // Offset to the server's clock: the customer's clock may be wrong, and a sandbox can shift its own.
  let aheadMs = Number(main.dataset.now) - performance.now();
  let heardMs = performance.now();
  let openedMs = performance.now();
  let redirecting = 0;
  /** @type {number | undefined} */
  let minutesBefore;
  let asking = false;
  let gone = false;
  let failures = 0;
  /** @type {EventSource | undefined} */
  let stream;

  const leftMs = () => expiresMs - (performance.now() + aheadMs);
  /** @param {number} nowMs */
  const setClock = (nowMs) => {
    aheadMs = nowMs - performance.now();
    heardMs = performance.now();
  };
  /** @param {string} text */
  const announce = (text) => {
    const region = part('announcement');
    if (region) region.textContent = text;
  };

  /**
   * @typedef {object} State
   * @property {string} version
   * @property {number} now
   * @property {number} expires
   * @property {string} title
   * @property {string} announcement
   * @property {string | null} redirect_url
   * @property {Record<string, string>} parts
   */
  /** @param {State} state */
  function show(state) {
    setClock(state.now);
    const notice = part('offline');
    if (notice) notice.hidden = true;
    if (state.version === version) return;
    version = state.version;
    expiresMs = state.expires;
    minutesBefore = undefined;
    document.title = state.title;
    const focused = document.activeElement;
    for (const [name, markup] of Object.entries(state.parts)) {
      const element = part(name);
      if (!element || shown.get(name) === markup) continue;
      shown.set(name, markup);
      element.innerHTML = markup;
    }
    // The focused element was replaced: focuses its successor, or the new state.
    if (focused && focused !== document.body && !focused.isConnected) {
      (document.getElementById(focused.id) ?? part('state'))?.focus();
    }
    if (state.announcement !== announcement) announce(state.announcement);
    announcement = state.announcement;
    redirectUrl = state.redirect_url ?? '';
    furnish();
  }

  /** Adds the features that need a script to the parts on the page. */
  function furnish() {
    const until = /** @type {HTMLTimeElement | null} */ (part('until'));
    if (until) {
      const time = new Date(until.dateTime);
      const clock = time.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
      until.textContent = (until.dataset.text ?? '').replace('{time}', clock);
    }
    tick();
    clearTimeout(redirecting);
    const notice = /** @type {HTMLElement | null} */ (document.querySelector('.redirect'));
    if (!notice || redirectUrl === '' || !takesBackOnce()) return;
    notice.hidden = false;
    redirecting = setTimeout(() => location.assign(redirectUrl), redirectAfterMs);
    part('stay')?.addEventListener('click', () => {
      clearTimeout(redirecting);
      notice.hidden = true;
      part('back')?.focus();
    });
  }

  /** Redirects once per tab, so that a customer who comes back can stay on the page. */
  function takesBackOnce() {
    try {
      const key = `taken back ${id}`;
      if (sessionStorage.getItem(key)) return false;
      sessionStorage.setItem(key, 'yes');
    } catch {
      // Without session storage the customer uses the button to stay.
    }
    return true;
  }

  function tick() {
    const left = Math.max(0, leftMs());
    const countdown = part('countdown');
    if (countdown) {
      const seconds = Math.ceil(left / 1000);
      countdown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      warn(Math.ceil(left / 60_000));
    }
    // The server decides the state after expiry.
    if (left === 0 && part('countdown')) void ask();
  }

  /** Announces the remaining time only when it crosses one of the marks. @param {number} minutes */
  function warn(minutes) {
    if (!main) return;
    const crossed = warnAtMinutes.find((mark) => minutes <= mark && (minutesBefore ?? minutes) > mark);
    minutesBefore = minutes;
    if (crossed === undefined) return;
    const { oneMinuteLeft = '', minutesLeft = '' } = main.dataset;
    announce(crossed === 1 ? oneMinuteLeft : minutesLeft.replace('{minutes}', String(crossed)));
  }

  async function ask() {
    if (asking || gone) return;
    asking = true;
    try {
      const before = version;
      const query = new URLSearchParams({ lang: language, version });
      const answer = await fetch(`/pay/${id}/state?${query}`, { cache: 'no-store' });
      if (answer.ok) {
        const state = await answer.json();
        // A state received from the stream meanwhile is newer than this answer.
        if (version === before) show(state);
      }
      gone = answer.status === 404;
      failures = 0;
    } catch {
      // Offline or the server restarts: the next round retries.
      failures++;
    } finally {
      const notice = part('offline');
      if (notice) notice.hidden = failures < 2;
      // Delays the next request, so that a countdown at zero does not cause an endless series of requests.
      setTimeout(() => (asking = false), 1000);
    }
  }

  function open() {
    if (typeof EventSource === 'undefined') return;
    stream?.close();
    openedMs = heardMs = performance.now();
    const query = new URLSearchParams({ lang: language, version });
    const source = (stream = new EventSource(`/pay/${id}/events?${query}`));
    source.addEventListener('state', (event) => show(JSON.parse(event.data)));
    source.addEventListener('beat', (event) => setClock(JSON.parse(event.data).now));
  }

  /** Polls while the stream is closed or silent, and sometimes tries to reopen it. */
  function watch() {
    if (document.hidden || gone) return;
    const nowMs = performance.now();
    if (stream?.readyState === 1 && nowMs - heardMs < silenceMs) return;
    void ask();
    const lost = stream?.readyState !== 0 || nowMs - heardMs > silenceMs;
    if (lost && nowMs - openedMs > reopenAfterMs) open();
  }

  /** @param {HTMLElement} button */
  async function copy(button) {
    const source = part(button.dataset.copy ?? '');
    if (!main || !source) return;
    try {
      await navigator.clipboard.writeText(source.textContent ?? '');
    } catch {
      // The clipboard API needs https; the old command works without.
      getSelection()?.selectAllChildren(source);
      if (!document.execCommand('copy')) return;
    }
    const { copied = '' } = main.dataset;
    const before = button.textContent;
    if (before === copied) return;
    button.textContent = copied;
    announce(`${button.getAttribute('aria-label')}: ${copied}`);
    setTimeout(() => (button.textContent = before), 2000);
  }

  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest('[data-copy]');
    if (button instanceof HTMLElement) void copy(button);
  });
  // A second click would choose a second address or pay twice.
  document.addEventListener('submit', (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
  });
  document.addEventListener('visibilitychange', () => !document.hidden && void ask());
  addEventListener('pageshow', (event) => {
    for (const form of document.forms) delete form.dataset.sent;
    if (event.persisted) void ask();
  });

  document.documentElement.classList.add('scripted');
  // The response to a form becomes a plain visit, so that reload and back do not send the form again.
  if (document.body.dataset.answer !== undefined) history.replaceState(null, '', location.href);
  furnish();
  open();
  setInterval(tick, 1000);
  setInterval(watch, pollEveryMs);
})();
