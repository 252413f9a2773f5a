import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { sameSecret } from '../../../api/callers'
import { parseJson } from '../../../api/parse-json'
import type { Realm } from '../../../realm'
import { fileSecret } from '../../realm/files/storage'

/** What a program may still answer until a time. */
type Answerable = 'command' | 'press'

/** Returns the token with which a program answers later. The realm stores nothing: the token says all, and is signed. */
export function answerToken(realm: Realm, answered: Answerable, facts: object): string {
  const text = Buffer.from(JSON.stringify(facts)).toString('base64url')
  return `${text}.${signatureOf(realm, answered, text)}`
}

/** Returns the facts of a token; undefined if the realm did not sign it. */
export function factsOfToken<Shape extends v.GenericSchema>(
  realm: Realm,
  answered: Answerable,
  token: string,
  shape: Shape,
): v.InferOutput<Shape> | undefined {
  const [, text = '', signature = ''] = /^([\w-]+)\.([\w-]{43})$/.exec(token) ?? []
  if (!sameSecret(signature, signatureOf(realm, answered, text))) return undefined
  return v.parse(shape, parseJson(Buffer.from(text, 'base64url').toString()))
}

const signatureOf = (realm: Realm, answered: Answerable, text: string): string =>
  createHmac('sha256', fileSecret(realm)).update(`answer to a ${answered}: ${text}`).digest('base64url')
