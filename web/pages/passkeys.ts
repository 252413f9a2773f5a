// The script of the server's pages that use passkeys. It imports nothing: the policy of these pages names this one file.

type Named = { id: string; type: 'public-key' }

/** The options as the server sends them: texts in base64url stand for bytes. */
type Options = Pick<
  PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions,
  'rp' | 'rpId' | 'pubKeyCredParams' | 'timeout' | 'authenticatorSelection' | 'userVerification' | 'attestation'
> & {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: Named[]
  allowCredentials?: Named[]
}

type Answer = { result: string; msg: string; options: Options; location?: string; recovery_codes?: string[] }

/** The server refused a request. */
class Refusal extends Error {}

async function ask(method: string, path: string, fields: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`/json${path}`, { method, body: new URLSearchParams(fields) })
  const answer: Answer = await response.json()
  if (answer.result !== 'success') throw new Refusal(answer.msg)
  return answer
}

const encode = (bytes: ArrayBuffer | null): string | null =>
  bytes && btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') // prettier-ignore

const decode = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const decodeNamed = (list: Named[] = []) => list.map((credential) => ({ ...credential, id: decode(credential.id) }))

const isPasskey = (credential: Credential | null): credential is PublicKeyCredential =>
  credential instanceof PublicKeyCredential

const jsonOf = ({ id, type }: PublicKeyCredential, response: object) => JSON.stringify({ id, type, response })

/** Lets the user sign a challenge with a passkey, and sends the signature. */
async function sign(
  path: string,
  waiting: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<Answer> {
  const { options } = await ask('POST', `${path}/start`)
  const challenge = decode(options.challenge)
  const publicKey = { ...options, challenge, allowCredentials: decodeNamed(options.allowCredentials) }
  const credential = await navigator.credentials.get({ ...waiting, publicKey })
  if (!isPasskey(credential) || !(credential.response instanceof AuthenticatorAssertionResponse)) throw new Error()
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response
  const response = {
    clientDataJSON: encode(clientDataJSON),
    authenticatorData: encode(authenticatorData),
    signature: encode(signature),
    userHandle: encode(userHandle),
  }
  return ask('POST', path, { credential: jsonOf(credential, response), next })
}

/** Lets the device make a passkey, and sends it. */
async function make(path: string, name: string): Promise<Answer> {
  const { options } = await ask('POST', `${path}/start`)
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: decode(options.challenge),
      user: { ...options.user, id: decode(options.user.id) },
      excludeCredentials: decodeNamed(options.excludeCredentials),
    },
  })
  if (!isPasskey(credential) || !(credential.response instanceof AuthenticatorAttestationResponse)) throw new Error()
  const { clientDataJSON, attestationObject } = credential.response
  const transports = credential.response.getTransports()
  const response = { clientDataJSON: encode(clientDataJSON), attestationObject: encode(attestationObject), transports }
  return ask('POST', path, { name, credential: jsonOf(credential, response) })
}

const next = document.querySelector<HTMLInputElement>('input[name=next]')?.value ?? '/'

// A path of this host, as a browser resolves it. The server checks its own answers in the same way.
const isOwnPath = (path: string) => new URL(path, location.href).origin === location.origin && path.startsWith('/')

const go = (path: string | undefined) => location.assign(path !== undefined && isOwnPath(path) ? path : '/')

const part = (name: string) => document.querySelector<HTMLElement>(`[data-part="${name}"]`)

/** Shows why something failed: what the server says, or the sentence of the page for a user who cancelled. */
function complain(error: unknown): void {
  const problem = part('problem')
  if (problem === null) return
  const isTaken = error instanceof DOMException && error.name === 'InvalidStateError'
  const { refused = '', cancelled = '', taken = '' } = problem.dataset
  problem.textContent =
    error instanceof Refusal ? error.message : isTaken ? taken : error instanceof DOMException ? cancelled : refused
  problem.hidden = false
}

/** Runs an action when a form or a button of the page is used. Shows the part of the page that needs this script. */
function offer(name: string, act: (element: HTMLElement) => Promise<void>): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-part="${name}"]`)) {
    element.hidden = false
    element.addEventListener(element instanceof HTMLFormElement ? 'submit' : 'click', (event) => {
      event.preventDefault()
      part('problem')?.toggleAttribute('hidden', true)
      act(element).catch(complain)
    })
  }
}

const CHALLENGE_MILLISECONDS = 240_000

let conditional: AbortController | undefined

/** Offers the passkeys of this device in the list of the address field, as long as the page is open. */
async function waitForAutofill(): Promise<void> {
  if (!document.querySelector('[autocomplete~=webauthn]')) return
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  conditional = new AbortController()
  const { signal } = conditional
  // The challenge counts for five minutes. The next one comes before that.
  const renewal = setTimeout(() => conditional?.abort('renew'), CHALLENGE_MILLISECONDS)
  try {
    go((await sign('/login/passkey', { mediation: 'conditional', signal })).location)
  } catch (error) {
    if (error instanceof Refusal) complain(error)
    if (signal.reason === 'renew') void waitForAutofill()
  } finally {
    clearTimeout(renewal)
  }
}

async function logIn(): Promise<void> {
  // A browser asks for one passkey at a time.
  conditional?.abort('asked')
  try {
    go((await sign('/login/passkey')).location)
  } catch (error) {
    void waitForAutofill()
    throw error
  }
}

const fieldOf = (form: HTMLElement, name: string): string =>
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? ''

async function addPasskey(form: HTMLElement): Promise<void> {
  const { recovery_codes = [] } = await make('/parley/passkeys', fieldOf(form, 'name'))
  if (recovery_codes.length === 0) return location.reload()
  const codes = part('codes')
  codes?.replaceChildren(
    ...recovery_codes.map((code) => Object.assign(document.createElement('li'), { textContent: code })),
  )
  for (const element of document.querySelectorAll<HTMLElement>('main > :not(h1)')) element.hidden = true
  part('added')?.toggleAttribute('hidden', false)
}

if ('PublicKeyCredential' in globalThis) {
  offer('log-in', logIn)
  offer('second-factor', async () => {
    await sign('/login/second_factor/passkey')
    go(next)
  })
  offer('confirm', async () => {
    await sign('/parley/sessions/confirm/passkey')
    location.reload()
  })
  offer('add', addPasskey)
  void waitForAutofill()
} else part('unsupported')?.toggleAttribute('hidden', false)

offer('rename', async (form) => {
  await ask('PATCH', `/parley/passkeys/${form.dataset.id}`, { name: fieldOf(form, 'name') })
  location.reload()
})
offer('remove', async (button) => {
  await ask('DELETE', `/parley/passkeys/${button.dataset.id}`)
  location.reload()
})
for (const changes of document.querySelectorAll<HTMLElement>('[data-part="changes"]')) changes.hidden = false
