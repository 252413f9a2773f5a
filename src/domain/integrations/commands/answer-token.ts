import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { sameSecret } from '../../../api/callers'
import { parseJson } from '../../../api/parse-json'
import type { ErrorKind } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { fileSecret } from '../../realm/files/storage'
import { realmRow } from '../../realm/settings/storage'

export const MAX_TOKEN_CHARACTERS = 3000

/** What a program may still answer until a time. */
type Answerable = 'command' | 'press'

/** Returns the token with which a program answers later. The realm stores nothing: the token says all, and is signed. */
export function answerToken(realm: Realm, answered: Answerable, facts: object): string {
  const text = Buffer.from(JSON.stringify(facts)).toString('base64url')
  return `${text}.${signatureOf(realm, answered, text)}`
}

/** Which facts the tokens of a kind have, and what is thrown for one that is unknown, or whose time has passed. */
type Kind<Shape> = {
  answered: Answerable
  shape: Shape
  isUnknown: ErrorKind<object>
  isLate: ErrorKind<object>
}

type Facts = { user_id: number; until: number }

/** Returns the facts of a token, and its user. Throws if its time has passed, or if its user or realm is gone. */
export function requireAnswerable<Shape extends v.GenericSchema<unknown, Facts>>(
  realm: Realm,
  token: string,
  { answered, shape, isUnknown, isLate }: Kind<Shape>,
): v.InferOutput<Shape> & { actor: User } {
  const facts = factsOfToken(realm, answered, token, shape)
  const actor = facts && findUser(realm, facts.user_id)
  if (facts === undefined || !actor?.is_active || realmRow(realm).is_deactivated) throw isUnknown({})
  if (realm.now() >= facts.until) throw isLate({})
  return { ...facts, actor }
}

/** Returns the facts of a token; undefined if the realm did not sign it. */
function factsOfToken<Shape extends v.GenericSchema>(
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
