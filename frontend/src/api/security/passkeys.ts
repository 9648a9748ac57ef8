import { call, rememberCsrfToken } from "@/api/http/client";
import type { RequestOf } from "@/api/http/operation";
import type { Passkey } from "@/api/types";
import { clearPendingSignOut } from "@/offline/pending-sign-out";

// WebAuthn uses bytes where JSON has base64url.

type NewCredential = RequestOf<"post", "/api/profile/passkeys">["body"]["credential"];
type ShownCredential = RequestOf<"post", "/api/auth/passkey">["body"]["credential"];

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

function toText(bytes: ArrayBuffer | null): string {
  const letters = Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) => String.fromCharCode(byte));
  return btoa(letters.join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const named = (known: readonly PublicKeyCredentialDescriptorJSON[] | undefined): PublicKeyCredentialDescriptor[] =>
  (known ?? []).map(({ id }) => ({ id: toBytes(id), type: "public-key" }));

function found(credential: Credential | null): PublicKeyCredential {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("The browser has given no passkey.");
  return credential;
}

async function make(asked: PublicKeyCredentialCreationOptionsJSON): Promise<NewCredential> {
  const { id, rawId, response } = found(
    await navigator.credentials.create({
      publicKey: {
        rp: asked.rp,
        user: { ...asked.user, id: toBytes(asked.user.id) },
        challenge: toBytes(asked.challenge),
        pubKeyCredParams: asked.pubKeyCredParams.map(({ alg }) => ({ alg, type: "public-key" })),
        excludeCredentials: named(asked.excludeCredentials),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      },
    }),
  );
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  return {
    id,
    rawId: toText(rawId),
    type: "public-key",
    response: { clientDataJSON: toText(clientDataJSON), attestationObject: toText(attestationObject) },
  };
}

async function show(asked: PublicKeyCredentialRequestOptionsJSON): Promise<ShownCredential> {
  const { id, rawId, response } = found(
    await navigator.credentials.get({
      publicKey: {
        challenge: toBytes(asked.challenge),
        ...(asked.rpId !== undefined && { rpId: asked.rpId }),
        userVerification: "required",
      },
    }),
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    id,
    rawId: toText(rawId),
    type: "public-key",
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
      userHandle: toText(userHandle),
    },
  };
}

/** Signs in with a passkey; the user chooses the account in the browser's dialog. */
export async function signInByPasskey(): Promise<void> {
  const { data: question } = await call("post", "/api/auth/passkey/question");
  const credential = await show(question.publicKey as unknown as PublicKeyCredentialRequestOptionsJSON);
  const { data } = await call("post", "/api/auth/passkey", { body: { credential } });
  rememberCsrfToken(data.csrfToken);
  clearPendingSignOut();
}

/** Creates a passkey in the browser, and saves it with the account. */
export async function addPasskey(name: string, password: string): Promise<Passkey> {
  const { data: question } = await call("post", "/api/profile/passkeys/question", { body: { password } });
  const credential = await make(question.publicKey as unknown as PublicKeyCredentialCreationOptionsJSON);
  const { data } = await call("post", "/api/profile/passkeys", { body: { name, credential } });
  return data;
}
