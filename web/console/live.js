// Refreshes parts of the page. `data-live` is the maximum age of a part in seconds. The page is requested again and its
// parts replace the old ones, so that only the server renders them.
(() => {
  const parts = () => [...document.querySelectorAll('[data-live][id]')];
  if (parts().length === 0) return;
  // Forms contain a new token in each response, so a part with forms names its content in `data-version`.
  const contentOf = (part) => part.dataset.version ?? part.outerHTML;
  const longestLookMs = 10_000;
  const longestWaitSeconds = 30;
  const away = document.querySelector('#away');
  // Template of the notice; it contains the server time at which the page was rendered.
  let apology = away?.querySelector('template');
  let failures = 0;
  let isLooking = false;
  let timer;

  const look = async () => {
    const answer = await fetch(location.href, {
      headers: { 'x-watching': 'yes' },
      signal: AbortSignal.timeout(longestLookMs),
    });
    // The session has ended or lost access: the reloaded page explains it.
    if (answer.status === 401 || answer.status === 403) return location.reload();
    if (!answer.ok) throw new Error(String(answer.status));
    const drawn = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const isThisPage = parts().some(({ id }) => drawn.getElementById(id));
    // A redirect leads to the sign-in, which leads back here. The address of a refused form redirects to its page,
    // which is this one.
    if (!isThisPage && answer.redirected) return location.assign(answer.url);
    if (!isThisPage) throw new Error('another page');
    apology = drawn.querySelector('#away template') ?? apology;
    for (const part of parts()) {
      const fresh = drawn.getElementById(part.id);
      // Skips a part that has the focus.
      if (!fresh || contentOf(fresh) === part.dataset.was || part.contains(document.activeElement)) continue;
      if (part.querySelector(':popover-open')) continue;
      fresh.dataset.was = contentOf(fresh);
      for (const { id: fold } of part.querySelectorAll('details[open][id]')) {
        const same = fresh.querySelector(`#${CSS.escape(fold)}`);
        if (same) same.open = true;
      }
      part.replaceWith(fresh);
      fresh.dispatchEvent(new CustomEvent('redrawn', { bubbles: true }));
    }
  };
  for (const part of parts()) part.dataset.was = contentOf(part);

  // A single failed request is not reported.
  const showConnectionState = () => {
    const said = away?.querySelector('.notice');
    if (failures === 0) said?.remove();
    if (failures < 2 || said || !apology) return;
    away.append(document.importNode(apology.content, true));
    away.dispatchEvent(new CustomEvent('redrawn', { bubbles: true }));
  };
  const secondsOf = () => Math.max(Math.min(...parts().map((part) => Number(part.dataset.live))), 1);
  const waitSeconds = () => {
    if (failures === 1) return 1;
    return Math.min(secondsOf() + 5 * failures, Math.max(secondsOf(), longestWaitSeconds));
  };
  const turn = async () => {
    clearTimeout(timer);
    if (isLooking || parts().length === 0) return;
    if (!document.hidden) {
      isLooking = true;
      failures = await look().then(
        () => 0,
        () => failures + 1,
      );
      isLooking = false;
      showConnectionState();
    }
    timer = setTimeout(turn, waitSeconds() * 1000);
  };
  timer = setTimeout(turn, secondsOf() * 1000);
  addEventListener('online', () => void turn());
  document.addEventListener('visibilitychange', () => void turn());
})();
