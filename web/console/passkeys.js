// Puts the signed answer of the browser's authenticator into the form, which is then submitted normally.
(() => {
  if (!window.PublicKeyCredential) return;
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.codePointAt(0));
  const text = (buffer) =>
    btoa(String.fromCodePoint(...new Uint8Array(buffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const known = (ids) => ids.map((id) => ({ type: 'public-key', id: bytes(id) }));

  const create = async (asked) => {
    const { rawId, response } = await navigator.credentials.create({
      publicKey: {
        challenge: bytes(asked.challenge),
        rp: { id: asked.rpId, name: asked.partyName },
        user: { ...asked.user, id: bytes(asked.user.id) },
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: known(asked.ids),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        attestation: 'none',
      },
    });
    return {
      id: text(rawId),
      clientData: text(response.clientDataJSON),
      authenticatorData: text(response.getAuthenticatorData()),
      publicKey: text(response.getPublicKey()),
    };
  };
  const get = async (asked) => {
    const { rawId, response } = await navigator.credentials.get({
      publicKey: {
        challenge: bytes(asked.challenge),
        rpId: asked.rpId,
        allowCredentials: known(asked.ids),
        userVerification: 'required',
      },
    });
    return {
      id: text(rawId),
      clientData: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
    };
  };

  for (const button of document.querySelectorAll('[data-passkey-create], [data-passkey-get]')) {
    button.hidden = false;
    const use = async () => {
      const { form } = button;
      const fault = form.querySelector('[role="alert"]');
      fault.hidden = true;
      button.disabled = true;
      try {
        const { passkeyCreate, passkeyGet } = button.dataset;
        const answer = passkeyCreate
          ? await create(JSON.parse(passkeyCreate))
          : await get(JSON.parse(passkeyGet));
        form.elements.factor_passkey.value = JSON.stringify(answer);
        form.submit();
      } catch {
        fault.textContent = button.dataset.failed;
        fault.hidden = false;
        button.disabled = false;
      }
    };
    button.addEventListener('click', (event) => {
      event.preventDefault();
      void use();
    });
  }
})();
