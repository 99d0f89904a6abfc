// Keeps the figures and the button of a refund at the typed amount. The server calculates them, as without this script.
(() => {
  const form = document.querySelector('#refund');
  if (!form) return;
  const pauseMs = 300;
  const quoteAddress = form.querySelector('.work-out').formAction;
  const amount = form.elements.refund_amount;
  let asked;
  let timer;

  const showFault = (fault) => {
    document.querySelector('#refund_amount-fault')?.remove();
    if (fault) amount.after(fault);
    amount.toggleAttribute('aria-invalid', fault !== null);
    if (fault) amount.setAttribute('aria-invalid', 'true');
  };
  const show = (quoted) => {
    for (const id of ['refund-figures', 'refund-button']) {
      document.getElementById(id).replaceChildren(...(quoted.getElementById(id)?.childNodes ?? []));
    }
    showFault(quoted.getElementById('refund_amount-fault'));
  };
  // The button waits for its figures, so that a press never meets an amount that was not shown.
  const setBusy = (isBusy) => {
    for (const button of document.querySelectorAll('#refund-button button')) button.disabled = isBusy;
  };
  const quote = async () => {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    const answer = await fetch(quoteAddress, {
      method: 'POST',
      body: new URLSearchParams(new FormData(form)),
      signal,
    });
    const quoted = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (!signal.aborted && quoted.querySelector('#refund')) show(quoted);
  };
  // A failed request leaves the old figures. The server then asks before it refunds another amount.
  const quoteSoon = () => {
    setBusy(true);
    clearTimeout(timer);
    timer = setTimeout(
      () =>
        void quote().then(
          () => setBusy(false),
          ({ name }) => name === 'AbortError' || setBusy(false),
        ),
      pauseMs,
    );
  };
  amount.addEventListener('input', quoteSoon);
  form.elements.refund_address.addEventListener('change', quoteSoon);
})();
