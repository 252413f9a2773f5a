import type { PageContext } from '../../../pages/context'
import { randomBytes } from '../../../store/randomness'
import type { WaitingLogin } from './actions'
import { copyPage } from './pages'

/**
 * Returns the token of a desktop login, encrypted with the key of the app (AES-256-GCM): the initialization vector, the text and
 * the tag, in hexadecimal. Only the app that asked can open it, although other apps read the clipboard.
 */
async function sealedToken(token: string, otp: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', Uint8Array.fromHex(otp), 'AES-GCM', false, ['encrypt'])
  const iv = randomBytes(IV_BYTES)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(token))
  return iv.toHex() + new Uint8Array(sealed).toHex()
}

/** Returns the page with the token of a login for a desktop app, which only this app can read. */
export async function copyPageFor(at: PageContext, waiting: WaitingLogin, start: string): Promise<Response> {
  const { token, email, desktop_flow_otp = '' } = waiting
  return copyPage(at, { sealed: await sealedToken(token, desktop_flow_otp), email, start })
}

const IV_BYTES = 12
