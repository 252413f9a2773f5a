import * as v from 'valibot'
import { text } from '../../../api/params'
import { parseJson } from '../../../api/parse-json'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { readSecret, writeSecret } from './actions'

/** A key that owners gave for one server. If they choose another address, that server does not get it. */
type KeyOfServer = { url: string; key: string }

const keyShape = v.object({ origin: v.string(), key: v.string() })

/** The parameter with a key. Keys are sent in headers and in addresses. */
export const keyOfServer = v.pipe(text(500), v.regex(/^[\x21-\x7e]+$/, 'a key without spaces'))

/** Stores a key under a name, for the server of an address. Returns the server. Throws `encryptionIsNotConfigured`. */
export function writeKeyOfServer(realm: Realm, name: string, { url, key }: KeyOfServer): string {
  const { origin } = new URL(url)
  writeSecret(realm, name, JSON.stringify({ origin, key }))
  return origin
}

/** Returns the key if it was given for the server of this address. */
export function findKeyOfServer(realm: ReadOnlyRealm, name: string, url: string): string | undefined {
  const stored = storedKey(realm, name)
  return stored?.origin === new URL(url).origin ? stored.key : undefined
}

/** Returns the server for which there is a key. */
export const serverOfKey = (realm: ReadOnlyRealm, name: string): string | undefined => storedKey(realm, name)?.origin

function storedKey(realm: ReadOnlyRealm, name: string) {
  const text = readSecret(realm, name)
  return text === undefined ? undefined : v.parse(keyShape, parseJson(text))
}
