// Starts the API reference, and names the parts that Scalar leaves without a name for screen readers.
(() => {
  const { textContent } = document.getElementById('configuration');
  globalThis.Scalar.createApiReference('#reference', JSON.parse(textContent));

  const nameOf = (button) => button.innerText.trim() || button.querySelector('title')?.textContent || '';
  const nameParts = () => {
    waiting = false;
    for (const button of document.querySelectorAll('button:not([aria-label], [aria-labelledby], [title])'))
      if (nameOf(button) === '') button.setAttribute('aria-label', 'Copy');
    // Their names lack the visible words.
    for (const button of document.querySelectorAll('button.show-more[aria-label]'))
      button.removeAttribute('aria-label');
  };
  let waiting = false;
  const observer = new MutationObserver(() => {
    if (!waiting) requestAnimationFrame(nameParts);
    waiting = true;
  });
  observer.observe(document.body, { childList: true, subtree: true });
})();
