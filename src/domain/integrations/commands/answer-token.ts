import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { sameSecret } from '../../../api/callers'
import { parseJson } from '../../../api/parse-json'
import type { Realm } from '../../../realm'
import { fileSecret } from '../../realm/files/storage'

/** A run of a command, whose program may still answer until a time. */
export type AnswerableRun = {
  run_id: string
  command_id: number
  user_id: number
  stream_id?: number
  topic?: string
  until: number
}

const runShape = v.strictObject({
  run_id: v.string(),
  command_id: v.number(),
  user_id: v.number(),
  stream_id: v.optional(v.number()),
  topic: v.optional(v.string()),
  until: v.number(),
})

/** Returns the token with which a program answers a run later. The realm stores nothing: the token says all, and is signed. */
export function answerToken(realm: Realm, run: AnswerableRun): string {
  const facts = Buffer.from(JSON.stringify(run)).toString('base64url')
  return `${facts}.${signatureOf(realm, facts)}`
}

/** Returns the run of a token; undefined if the realm did not sign it. */
export function runOfToken(realm: Realm, token: string): AnswerableRun | undefined {
  const [, facts = '', signature = ''] = /^([\w-]+)\.([\w-]{43})$/.exec(token) ?? []
  if (!sameSecret(signature, signatureOf(realm, facts))) return undefined
  return v.parse(runShape, parseJson(Buffer.from(facts, 'base64url').toString()))
}

const signatureOf = (realm: Realm, facts: string): string =>
  createHmac('sha256', fileSecret(realm)).update(`answer to a command: ${facts}`).digest('base64url')
