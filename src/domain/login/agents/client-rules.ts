import * as v from 'valibot'
import { list, text } from '../../../api/params'
import { isNestedTooDeeply } from '../../../api/json-depth'
import { parseJson } from '../../../api/parse-json'

/** A program that asks a user for access. `host`: the host that vouches for its name, if any does. */
export type OAuthClient = { client_id: string; client_name: string; redirect_uris: readonly string[]; host?: string }

const NAME_CHARACTERS = 60
const MAX_REDIRECTS = 10
const REDIRECT_CHARACTERS = 300

/** What a client states about itself. Other fields mean nothing here. */
export const clientMetadata = v.object({
  client_name: v.optional(text(1000), 'Agent'),
  redirect_uris: v.pipe(list(text(REDIRECT_CHARACTERS), MAX_REDIRECTS), v.minLength(1)),
  token_endpoint_auth_method: v.optional(v.literal('none', 'Only public clients are supported'), 'none'),
})

/** Returns a name of one line, without hidden characters. */
export const shownName = (name: string): string =>
  Array.from(
    name
      .toWellFormed()
      .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
      .trim(),
  )
    .slice(0, NAME_CHARACTERS)
    .join('') || 'Agent'

/** Returns whether a code may be sent to an address: to https, or to a program on the computer of the user. */
export function isRedirectUri(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || address.includes('#') || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.has(hostname)

/** Whether only a program on the computer of the user can receive the code. Each such program can claim the name. */
export const isLocal = (address: string): boolean => isLoopback(new URL(address))

/** Returns whether an address is one of a client. The port of a program on the user's computer changes with each start. */
export const isAddressOf = ({ redirect_uris }: OAuthClient, address: string): boolean =>
  isRedirectUri(address) &&
  redirect_uris.some(
    (registered) => registered === address || (isRedirectUri(registered) && isSameProgram(registered, address)),
  )

function isSameProgram(registered: string, address: string): boolean {
  const [one, other] = [new URL(registered), new URL(address)]
  if (one.protocol !== 'http:' || !isLoopback(one)) return false
  one.port = other.port
  return one.href === other.href
}

const REGISTRATION = 'client.'
const CLIENT_ID_CHARACTERS = 1000

/**
 * Returns the id of a client that registers. The id contains what the client stated: nothing is stored, so registrations cannot
 * fill the realm. A registration proves nothing, so a client could also write its own id.
 */
export function registeredId({ client_name, redirect_uris }: v.InferOutput<typeof clientMetadata>): string | undefined {
  const stated = JSON.stringify([shownName(client_name), redirect_uris])
  const client_id = REGISTRATION + Buffer.from(stated).toString('base64url')
  return client_id.length <= CLIENT_ID_CHARACTERS && redirect_uris.every(isRedirectUri) ? client_id : undefined
}

/** Returns the client of an id that `registeredId` returned, or undefined for another id. */
export function registeredClient(client_id: string): OAuthClient | undefined {
  if (!client_id.startsWith(REGISTRATION) || client_id.length > CLIENT_ID_CHARACTERS) return undefined
  const json = Buffer.from(client_id.slice(REGISTRATION.length), 'base64url').toString()
  const stated = v.safeParse(
    v.tuple([text(NAME_CHARACTERS), list(text(REDIRECT_CHARACTERS), MAX_REDIRECTS)]),
    parseJson(json),
  )
  if (!stated.success) return undefined
  const [client_name, redirect_uris] = stated.output
  return { client_id, client_name: shownName(client_name), redirect_uris }
}

/** Whether an id is the address of a document in which the client describes itself. */
export function isMetadataAddress(client_id: string): boolean {
  const url = URL.parse(client_id)
  return url?.protocol === 'https:' && url.pathname !== '/' && url.href === client_id && url.hash === ''
}

/** Returns the client in its document, or undefined if the document is of another client or malformed. */
export function clientInDocument(client_id: string, json: string): OAuthClient | undefined {
  const value = isNestedTooDeeply(json) ? undefined : parseJson(json)
  const document = v.safeParse(v.object({ ...clientMetadata.entries, client_id: v.literal(client_id) }), value)
  if (!document.success) return undefined
  const { client_name, redirect_uris } = document.output
  return { client_id, client_name: shownName(client_name), redirect_uris, host: new URL(client_id).host }
}
