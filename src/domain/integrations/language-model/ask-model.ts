import { step, type Edge } from '../../../edge'
import { fetchText } from '../../../outside/fetch-text'
import { runOnPlatform, type ModelService } from '../../../outside/platform-models'
import { purposes } from '../../../outside/purposes'
import type { Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { sentFrom } from '../../realm/settings/outside-policy'
import {
  completionRequest,
  platformRequest,
  readCompletion,
  readPlatformAnswer,
  type Completion,
  type Question,
} from './completion-rules'
import { modelFailed, platformHasNoModel } from './errors'
import { beginAsking, noteFailure, type Model } from './model'

/** Which model the platform runs if the owners name none. */
const PLATFORM_MODEL = '@cf/meta/llama-3.3-70b-instruct-fp8-fast'

/** Counts the question before the model is asked. A question that fails is counted too, because it can cost. */
const begin = step((realm: Realm, user: User) => beginAsking(realm, user))
const fail = step((realm: Realm): object => {
  noteFailure(realm)
  return {}
})

/** The steps of an endpoint that asks the model. */
export const askingSteps = { begin, fail }

/** Asks the model of the organization, once. Throws if the user may not, or if the model fails, which the realm notes. */
export async function askModel(edge: Edge, question: Question): Promise<Completion> {
  const { model } = await edge.ask(begin, {})
  return orNoteFailure(edge, await completionOf(edge, model, question))
}

/** Returns what a model answered. If it failed, the realm notes it. Throws then. */
export async function orNoteFailure<Found extends object>(edge: Edge, found: Found | Failure): Promise<Found> {
  if (!('why' in found)) return found
  await edge.ask(fail, {})
  throw modelFailed(found)
}

export type Failure = { why: string }

async function completionOf(edge: Edge, model: Model, question: Question): Promise<Completion | Failure> {
  if (model.kind === 'platform') return answerOfPlatform(edge.services.models, model.name, question)
  const body = completionRequest(model.name, question)
  const found = await sendToModel(edge, model, { content_type: 'application/json', body })
  return 'why' in found ? found : (readCompletion(found.body) ?? UNREADABLE)
}

type ModelRequest = { content_type: string; body: string | Uint8Array }

/** Sends a request to the model at an address, with its key. Returns the body of its answer, or why there is none. */
export function sendToModel(
  edge: Edge,
  model: Model & { kind: 'address' },
  { content_type, body }: ModelRequest,
): Promise<{ body: string } | Failure> {
  const { url, key, policy } = sentFrom(edge, model)
  return fetchText('this deployment calls no language models.', policy, purposes.language_model, {
    url,
    method: 'POST',
    headers: {
      'content-type': content_type,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body,
  })
}

export const UNREADABLE: Failure = { why: 'its answer has no text.' }

async function answerOfPlatform(service: ModelService | undefined, name: string, question: Question) {
  if (service === undefined) throw platformHasNoModel({})
  const answer = await runOnPlatform(service, purposes.language_model, {
    name: name || PLATFORM_MODEL,
    input: platformRequest(question),
  })
  return readPlatformAnswer(answer) ?? UNREADABLE
}
