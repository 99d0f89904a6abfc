// Helps where it can; every page works without it.
(() => {
  const root = document.documentElement;
  root.classList.add('scripted');
  const language = root.lang || 'en';

  // What answers a form is a visit like others: loaded again or come back to, it sends nothing a second time.
  if (document.body.dataset.answer !== undefined) history.replaceState(null, '', location.href);

  // Times near the reader: in words that stay true, and exact in the reader's own zone on hover.
  const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long' });
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ];
  // The server's clock may be moved, and the reader's may be wrong: what counts is the time since the page was drawn.
  const opened = Date.now();
  const drawn = [];
  const addTimes = (part) => {
    for (const element of part.querySelectorAll('time[data-near]')) {
      const at = Date.parse(element.dateTime);
      element.title = exact.format(at);
      drawn.push({ element, at });
    }
  };
  addTimes(document);
  // What took the place of a part has just been drawn, and is drawn again before its words grow old.
  document.addEventListener('redrawn', (event) => {
    drawn.splice(0, drawn.length, ...drawn.filter(({ element }) => element.isConnected));
    addTimes(event.target);
  });
  const newest = Math.max(...drawn.map(({ at }) => at), 0);
  const offset = newest > opened ? newest - opened : 0;
  setInterval(() => {
    for (const { element, at } of drawn) {
      const away = at - (Date.now() + offset);
      if (Math.abs(away) > 7 * 86_400_000 || Date.now() - opened < 60_000) continue;
      const [unit, size] = units.find(([, ms]) => Math.abs(away) >= ms) ?? units[3];
      element.textContent = near.format(Math.trunc(away / size), unit);
    }
  }, 30_000);

  const copy = async (button) => {
    await navigator.clipboard.writeText(button.dataset.copy);
    const label = button.textContent;
    button.textContent = document.querySelector('[data-copied]')?.dataset.copied ?? '✓';
    setTimeout(() => (button.textContent = label), 1500);
  };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]');
    if (button) void copy(button);
  });

  // A second click sends nothing: the first is on its way.
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = 'yes';
  });
  addEventListener('pageshow', () => {
    for (const form of document.forms) delete form.dataset.sent;
  });

  // The menu may be longer than the screen: the page that is open stands in its middle.
  const rail = document.querySelector('.rail');
  const here = rail?.querySelector('[aria-current]');
  if (here) {
    rail.scrollLeft = here.offsetLeft - (rail.clientWidth - here.offsetWidth) / 2;
    const isBelow = here.offsetTop + here.offsetHeight > rail.clientHeight;
    if (isBelow) rail.scrollTop = here.offsetTop - (rail.clientHeight - here.offsetHeight) / 2;
  }

  // One menu open at a time; Escape and a click elsewhere close it.
  const menus = [...document.querySelectorAll('.top details')];
  document.addEventListener('click', (event) => {
    for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
  });

  const rows = () => [...document.querySelectorAll('.table tbody tr')];
  let at = -1;
  const move = (step) => {
    const all = rows();
    if (all.length === 0) return;
    all[at]?.classList.remove('at');
    at = Math.min(Math.max(at + step, 0), all.length - 1);
    all[at].classList.add('at');
    all[at].scrollIntoView({ block: 'nearest' });
    all[at].querySelector('a, button, select')?.focus({ preventScroll: true });
  };
  const isTyping = (element) => element.matches?.('input, select, textarea, [contenteditable]');
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      for (const menu of menus) menu.open = false;
      if (event.target.matches?.('[data-search]')) event.target.blur();
      return;
    }
    // A list of roles is moved in with letters, and j and k are letters; those in a table leave the way free.
    if (isTyping(event.target) && !(event.target.matches('.table select') && 'jk'.includes(event.key)))
      return;
    const act = {
      '?': () => document.querySelector('#keys')?.togglePopover(),
      '/': () => document.querySelector('[data-search]')?.focus(),
      j: () => move(1),
      k: () => move(-1),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
