import type { Client } from '../client/client'

/** Lets the user sign a challenge with a passkey, which proves who uses the session. Throws a `DOMException` for a user who cancels. */
export async function confirmWithPasskey({ ask }: Client): Promise<void> {
  const path = '/parley/sessions/confirm/passkey'
  const { options } = await ask(`POST ${path}/start`)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey was used', 'NotAllowedError')
  const { id, response } = credential.toJSON()
  if (!('signature' in response)) throw new DOMException('No passkey was used', 'NotAllowedError')
  await ask(`POST ${path}`, { credential: { id, type: 'public-key', response } })
}
