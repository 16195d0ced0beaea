/** The browser's half of WebAuthn: the server's options as JSON in, the authenticator's answer as JSON out. */

type Json = Record<string, unknown>;

/** Whether this browser can make passkeys for this address; for an address without a name none can. */
export function canPasskey(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** Asks the authenticator for a new passkey. */
export async function makePasskey(options: Json): Promise<Json> {
  const publicKey = decoded(options) as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...common(made),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** Asks the authenticator to prove that it has one of this site's passkeys. */
export async function usePasskey(options: Json): Promise<Json> {
  const publicKey = decoded(options) as unknown as PublicKeyCredentialRequestOptions;
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    ...common(found),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      userHandle: response.userHandle ? encode(response.userHandle) : null,
    },
  };
}

function common(credential: PublicKeyCredential): Json {
  const { id, type } = credential;
  return { id, type, rawId: encode(credential.rawId), clientExtensionResults: credential.getClientExtensionResults() };
}

/** The options with bytes where the JSON has base64url. */
function decoded(options: Json): Json {
  const ids = (list: unknown) => ((list ?? []) as Json[]).map((each) => ({ ...each, id: bytes(each.id as string) }));
  const user = options.user as Json | undefined;
  return {
    ...options,
    challenge: bytes(options.challenge as string),
    ...(user ? { user: { ...user, id: bytes(user.id as string) } } : {}),
    ...(options.excludeCredentials ? { excludeCredentials: ids(options.excludeCredentials) } : {}),
    ...(options.allowCredentials ? { allowCredentials: ids(options.allowCredentials) } : {}),
  };
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

export function encode(data: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(data));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
